//! Reads the pages of a database file without SQLite. Nothing in the file is trusted.
//!
//! See <https://www.sqlite.org/fileformat2.html>.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use std::time::Duration;

use super::super::opening::with_suffix;

/// The first bytes of every database.
const MAGIC: &[u8] = b"SQLite format 3\0";
/// The length of the header on the first page, in bytes.
pub(super) const HEADER_BYTES: usize = 100;
/// SQLite's default page size in bytes.
const DEFAULT_PAGE_BYTES: usize = 4_096;
/// The lengths of the headers of a write-ahead log and of each page in it, in bytes.
const LOG_HEADER_BYTES: usize = 32;
const FRAME_HEADER_BYTES: usize = 24;
/// The number of attempts before a database counts as damaged, and the pause between them.
const READ_ATTEMPTS: u32 = 3;
const READ_PAUSE: Duration = Duration::from_millis(40);

/// The pages of a database file, overlaid with those of its write-ahead log.
pub(super) struct Pages {
    file: File,
    log: Option<File>,
    /// The offset of the newest copy of a page in the log.
    in_log: HashMap<u32, u64>,
    size: usize,
    reserved: usize,
    count: u32,
}

impl Pages {
    /// Opens a database. A truncated last page is padded with zeros.
    pub(super) fn open(path: &Path) -> std::io::Result<Self> {
        let mut file = File::open(path)?;
        let length = file.metadata()?.len();
        let mut header = [0; HEADER_BYTES];
        let read = read_up_to(&mut file, &mut header)?;
        let header = header.get(..read).unwrap_or_default();
        let size = page_size(header).unwrap_or(DEFAULT_PAGE_BYTES);
        // Reserved bytes at the end of each page; our databases have none.
        let reserved = header.get(20).copied().filter(|reserved| *reserved <= 32).unwrap_or(0).into();
        let count = u32::try_from(length.div_ceil(size as u64)).unwrap_or(u32::MAX);
        let log = File::open(with_suffix(path, "-wal")).ok();
        let mut pages = Self { file, log, in_log: HashMap::new(), size, reserved, count };
        pages.read_log();
        Ok(pages)
    }

    /// Returns the number of pages.
    pub(super) fn count(&self) -> u32 {
        self.count
    }

    /// Returns the number of usable bytes of a page.
    pub(super) fn usable(&self) -> usize {
        self.size - self.reserved
    }

    /// Returns a page by its number, starting at 1.
    pub(super) fn get(&mut self, number: u32) -> Option<Vec<u8>> {
        if number == 0 || number > self.count {
            return None;
        }
        let mut page = vec![0; self.size];
        let (file, place) = match (self.in_log.get(&number), &mut self.log) {
            (Some(place), Some(log)) => (log, *place),
            _ => (&mut self.file, u64::from(number - 1) * self.size as u64),
        };
        file.seek(SeekFrom::Start(place)).ok()?;
        read_up_to(file, &mut page).ok()?;
        Some(page)
    }

    /// Returns the unused pages; empty if the list of them is damaged.
    pub(super) fn unused(&mut self) -> HashSet<u32> {
        let mut unused = HashSet::new();
        let Some(first) = self.get(1) else { return unused };
        let mut trunk = number_at(&first, 32).unwrap_or(0);
        while trunk != 0 {
            let Some(page) = self.get(trunk).filter(|_| unused.insert(trunk)) else { return HashSet::new() };
            let leaves = number_at(&page, 4).unwrap_or(0) as usize;
            if leaves > self.size / 4 {
                return HashSet::new();
            }
            unused.extend((0..leaves).filter_map(|leaf| number_at(&page, 8 + 4 * leaf)));
            trunk = number_at(&page, 0).unwrap_or(0);
        }
        unused
    }

    /// Finds the pages of completed transactions in the log.
    fn read_log(&mut self) {
        let Some(log) = &mut self.log else { return };
        let mut header = [0; LOG_HEADER_BYTES];
        if !read_up_to(log, &mut header).is_ok_and(|read| read == LOG_HEADER_BYTES) {
            return;
        }
        let salt = header.get(16..24).unwrap_or_default().to_vec();
        let mut place = LOG_HEADER_BYTES as u64;
        let mut open: Vec<(u32, u64)> = Vec::new();
        loop {
            let mut frame = [0; FRAME_HEADER_BYTES];
            let at = log.seek(SeekFrom::Start(place));
            if at.is_err() || !read_up_to(log, &mut frame).is_ok_and(|read| read == FRAME_HEADER_BYTES) {
                break;
            }
            if frame.get(8..16) != Some(salt.as_slice()) {
                break;
            }
            let number = number_at(&frame, 0).unwrap_or(0);
            open.push((number, place + FRAME_HEADER_BYTES as u64));
            let size_after = number_at(&frame, 4).unwrap_or(0);
            if size_after > 0 {
                self.in_log.extend(open.drain(..));
                // A page number beyond what the log can contain is ignored.
                let most = self.count.saturating_add(u32::try_from(self.in_log.len()).unwrap_or(u32::MAX));
                self.count = self.count.max(size_after.min(most));
            }
            place += (FRAME_HEADER_BYTES + self.size) as u64;
        }
    }
}

/// Returns true if the header of a database is damaged, or the file is shorter than it says. A missing or
/// empty file is not damaged. Another process may be writing, so the result must be stable.
pub(crate) fn looks_damaged(path: &Path) -> bool {
    let is_damaged = || read_header(path).is_some_and(|head| !head.is_sound(path));
    (0..READ_ATTEMPTS).all(|look| {
        if look > 0 {
            std::thread::sleep(READ_PAUSE);
        }
        is_damaged()
    })
}

/// The first bytes and the length of a file.
struct FileHeader {
    bytes: Vec<u8>,
    length: u64,
    /// True if there is a log. The file may then be behind its header.
    has_log: bool,
}

/// Reads the first bytes of a file; `None` if it is missing or empty.
fn read_header(path: &Path) -> Option<FileHeader> {
    let has_log = std::fs::metadata(with_suffix(path, "-wal")).is_ok_and(|log| log.len() > 0);
    let mut file = File::open(path).ok()?;
    let mut bytes = vec![0; HEADER_BYTES];
    let read = read_up_to(&mut file, &mut bytes).ok()?;
    bytes.truncate(read);
    let length = file.metadata().ok()?.len();
    (length > 0).then_some(FileHeader { bytes, length, has_log })
}

impl FileHeader {
    fn is_sound(&self, path: &Path) -> bool {
        let Self { bytes, length, has_log } = self;
        let Some(size) = page_size(bytes).filter(|_| bytes.len() == HEADER_BYTES) else { return false };
        let byte = |at: usize| bytes.get(at).copied().unwrap_or(0);
        let number = |at| number_at(bytes, at);
        let versions = |at| matches!(byte(at), 1 | 2);
        let fixed = [(20, 0), (21, 64), (22, 32), (23, 32)];
        let numbers = [(44, 4), (52, 0), (56, 1), (64, 0)];
        let is_ours = bytes.starts_with(MAGIC)
            && versions(18)
            && versions(19)
            && fixed.iter().all(|(at, value)| byte(*at) == *value)
            && numbers.iter().all(|(at, value)| number(*at) == Some(*value))
            && bytes.get(72..92).is_some_and(|unused| unused.iter().all(|byte| *byte == 0))
            && number(24) == number(92);
        let said = u64::from(number(28).unwrap_or(0)) * size as u64;
        let is_whole = *has_log || said <= *length;
        if !(is_ours && is_whole) {
            tracing::warn!(path = %disk::shown(path), is_ours, said, length, "the head of the database is damaged");
        }
        is_ours && is_whole
    }
}

/// Returns the page size in a header, if it is valid.
fn page_size(header: &[u8]) -> Option<usize> {
    let size = match header.get(16..18)? {
        [0, 1] => 65_536,
        [high, low] => usize::from(u16::from_be_bytes([*high, *low])),
        _ => return None,
    };
    (size.is_power_of_two() && size >= 512).then_some(size)
}

/// Reads a big-endian 32-bit number.
pub(super) fn number_at(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..at + 4)?.try_into().ok().map(u32::from_be_bytes)
}

fn read_up_to(file: &mut File, buffer: &mut [u8]) -> std::io::Result<usize> {
    let mut read = 0;
    while let Some(rest) = buffer.get_mut(read..).filter(|rest| !rest.is_empty()) {
        match file.read(rest) {
            Ok(0) => break,
            Ok(more) => read += more,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(read)
}

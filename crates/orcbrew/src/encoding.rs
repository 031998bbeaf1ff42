//! Decoding of a file's bytes, and explanations of files that hold no homebrew.

use text::into_plain;

use crate::edn::{Notice, is_blank};

const NOT_TEXT: &str =
    "it is no text file, so it cannot be homebrew; export it again from the program it comes from";

/// Lines end with `\n` whatever system wrote the file. An error says what the file is if it is no text.
pub(crate) fn decode(bytes: Vec<u8>) -> Result<(String, Option<Notice>), String> {
    if bytes.is_empty() {
        return Err(
            "it is empty (0 bytes): the export or the download did not finish; make it again".to_owned()
        );
    }
    if let Some(kind) = infer::get(&bytes)
        && !kind.mime_type().starts_with("text/")
    {
        return Err(format!("it is not homebrew but {}", describe(&kind)));
    }
    let (text, notice) = decode_text(bytes)?;
    if text.chars().all(is_blank) {
        return Err("it holds nothing but blanks: the export did not finish; make it again".to_owned());
    }
    let text = if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text };
    Ok((into_plain(text), notice))
}

fn decode_text(bytes: Vec<u8>) -> Result<(String, Option<Notice>), String> {
    let with_notice = |text: String, what: String| Ok((text, Some(Notice::new(0, what))));
    if let Some((encoding, _)) = encoding_rs::Encoding::for_bom(&bytes) {
        let (text, _, malformed) = encoding.decode(&bytes);
        let notice = malformed.then(|| {
            Notice::new(0, format!("some letters are invalid in the file's encoding, {}", encoding.name()))
        });
        return Ok((text.into_owned(), notice));
    }
    let (problem, mut bytes) = match String::from_utf8(bytes) {
        Ok(text) if !is_binary(text.as_bytes()) => return Ok((text, None)),
        Ok(_) => return Err(NOT_TEXT.to_owned()),
        Err(error) => (error.utf8_error(), error.into_bytes()),
    };
    if let Some(text) = decode_unmarked_utf16(&bytes) {
        return with_notice(text, "the file was read as UTF-16".to_owned());
    }
    if is_binary(&bytes) {
        return Err(NOT_TEXT.to_owned());
    }
    if problem.error_len().is_none() {
        bytes.truncate(problem.valid_up_to());
        let notice = Notice::new(bytes.len(), "the file ends in the middle of a letter; it was cut off");
        return Ok((String::from_utf8_lossy(&bytes).into_owned(), Some(notice)));
    }
    if is_mostly_utf8(&bytes) {
        let what = "some letters are invalid in UTF-8, the encoding of these files, and were replaced";
        return with_notice(String::from_utf8_lossy(&bytes).into_owned(), what.to_owned());
    }
    let mut detector = chardetng::EncodingDetector::new(chardetng::Iso2022JpDetection::Deny);
    detector.feed(&bytes, true);
    let encoding = detector.guess(None, chardetng::Utf8Detection::Deny);
    let (text, _, _) = encoding.decode(&bytes);
    let what =
        format!("the file is not in UTF-8; it was read as {}, so check accented letters", encoding.name());
    with_notice(text.into_owned(), what)
}

/// Returns true if more than one byte in a hundred is a control character; text files hold next to none.
fn is_binary(bytes: &[u8]) -> bool {
    let control = bytes.iter().filter(|byte| matches!(byte, 0..=8 | 14..=26 | 28..=31)).count();
    control * 100 > bytes.len()
}

/// Decodes UTF-16 without a byte order mark, in which every other byte of Latin letters is zero.
fn decode_unmarked_utf16(bytes: &[u8]) -> Option<String> {
    let is_zero_from = |first: usize| {
        bytes.iter().skip(first).step_by(2).filter(|byte| **byte == 0).count() * 10 > bytes.len() * 4
    };
    let encodings = [(1, encoding_rs::UTF_16LE), (0, encoding_rs::UTF_16BE)];
    let (_, encoding) = encodings.into_iter().find(|(first, _)| is_zero_from(*first))?;
    Some(encoding.decode_without_bom_handling(bytes).0.into_owned())
}

fn is_mostly_utf8(bytes: &[u8]) -> bool {
    let (mut letters, mut invalid) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        letters += chunk.valid().chars().filter(|letter| !letter.is_ascii()).count();
        invalid += usize::from(!chunk.invalid().is_empty());
    }
    letters > invalid
}

/// Returns what a file is if people read it: a PDF, a book or a text with pages.
pub fn describe_document(bytes: &[u8]) -> Option<String> {
    infer::get(bytes).filter(is_document).map(|kind| describe(&kind))
}

fn is_document(kind: &infer::Type) -> bool {
    // The crate counts these as archives.
    let has_pages = matches!(kind.extension(), "pdf" | "rtf" | "ps" | "epub");
    has_pages || matches!(kind.matcher_type(), infer::MatcherType::Doc | infer::MatcherType::Book)
}

fn describe(kind: &infer::Type) -> String {
    let extension = kind.extension().to_uppercase();
    match kind.matcher_type() {
        _ if is_document(kind) => format!(
            "a document ({extension}), which LoreKeeper does not read; paste the text of a stat block in it into a new entry of your own"
        ),
        infer::MatcherType::Image => format!("a picture ({extension})"),
        infer::MatcherType::Archive => {
            format!("an archive of the kind {extension}; unpack it, or pack it as .zip")
        }
        infer::MatcherType::App => "a program".to_owned(),
        _ => format!("a file of the kind {extension}"),
    }
}

/// `has_books` is true if the text holds at least an empty book or content type.
pub(crate) fn explain_empty(text: &str, has_books: bool) -> String {
    let start = text.trim_start_matches(is_blank);
    let lower: String = start.chars().take(200).collect::<String>().to_lowercase();
    let is_empty_map = start.replace(is_blank, "") == "{}";
    let reason = if lower.starts_with("<!doctype html")
        || lower.starts_with("<html")
        || lower.contains("<head")
    {
        "it is a web page that was saved under this name; download the file itself"
    } else if lower.starts_with("<?xml") || lower.starts_with("<svg") {
        "it is XML, not homebrew of OrcPub or Dungeon Master's Vault"
    } else if has_books || is_empty_map {
        "it holds books without any content: the export was empty. In the program it comes from, check that the content is there and export it again"
    } else {
        "there is no homebrew in it that can be recognised (nothing like `:orcpub.dnd.e5/spells`); export it again from OrcPub or Dungeon Master's Vault"
    };
    reason.to_owned()
}

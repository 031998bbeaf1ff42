//! From the bytes of a file to its text, and what a file is that holds no homebrew.

use super::edn::Notice;
use crate::ingest::plain::into_plain;

/// The text of a file.
///
/// # Errors
/// When it is empty or no text; says what it is instead.
pub(super) fn text_of(bytes: Vec<u8>, notices: &mut Vec<Notice>) -> Result<String, String> {
    if bytes.is_empty() {
        return Err(
            "it is empty (0 bytes): the export or the download did not finish; make it again".to_owned()
        );
    }
    if let Some(kind) = infer::get(&bytes)
        && !kind.mime_type().starts_with("text/")
    {
        return Err(format!("it is no homebrew but {}", named(&kind)));
    }
    if let Some((encoding, _)) = encoding_rs::Encoding::for_bom(&bytes) {
        let (text, _, damaged) = encoding.decode(&bytes);
        if damaged {
            notices.push(Notice::new(
                0,
                format!("some letters are not in the file's encoding, {}", encoding.name()),
            ));
        }
        return not_blank(text.into_owned());
    }
    let bytes = match String::from_utf8(bytes) {
        Ok(text) if !is_binary(text.as_bytes()) => return not_blank(text),
        Ok(_) => return Err(NO_TEXT.to_owned()),
        Err(error) => error.into_bytes(),
    };
    if let Some(text) = without_byte_order_mark(&bytes) {
        notices.push(Notice::new(0, "the file is in UTF-16 and was read so"));
        return not_blank(text);
    }
    if is_binary(&bytes) {
        return Err(NO_TEXT.to_owned());
    }
    if let Some(text) = cut_letter(&bytes) {
        notices.push(Notice::new(text.len(), "the file ends in the middle of a letter; it was cut off"));
        return not_blank(text.to_owned());
    }
    if is_mostly_utf8(&bytes) {
        notices.push(Notice::new(
            0,
            "some letters are not in UTF-8, the encoding of these files, and were replaced",
        ));
        return not_blank(String::from_utf8_lossy(&bytes).into_owned());
    }
    let mut detector = chardetng::EncodingDetector::new(chardetng::Iso2022JpDetection::Deny);
    detector.feed(&bytes, true);
    let encoding = detector.guess(None, chardetng::Utf8Detection::Deny);
    let (text, _, _) = encoding.decode(&bytes);
    notices.push(Notice::new(
        0,
        format!(
            "the file is not in UTF-8; it was read as {}, so look at letters with accents",
            encoding.name()
        ),
    ));
    not_blank(text.into_owned())
}

const NO_TEXT: &str =
    "it is no text, so it cannot be homebrew; export it again from the program it comes from";

fn not_blank(text: String) -> Result<String, String> {
    if text.chars().all(super::edn::is_blank) {
        return Err("it holds nothing but blanks: the export did not finish; make it again".to_owned());
    }
    Ok(into_plain(text))
}

/// Texts hold no zero bytes and next to no control characters.
fn is_binary(bytes: &[u8]) -> bool {
    let control = bytes.iter().filter(|byte| matches!(byte, 0..=8 | 14..=26 | 28..=31)).count();
    control * 100 > bytes.len()
}

/// UTF-16 without a byte order mark: every other byte of plain letters is zero.
fn without_byte_order_mark(bytes: &[u8]) -> Option<String> {
    let zeros = |from: usize| {
        bytes.iter().skip(from).step_by(2).filter(|byte| **byte == 0).count() * 10 > bytes.len() * 4
    };
    let encoding = if zeros(1) {
        encoding_rs::UTF_16LE
    } else if zeros(0) {
        encoding_rs::UTF_16BE
    } else {
        return None;
    };
    Some(encoding.decode_without_bom_handling(bytes).0.into_owned())
}

/// The text before a last letter that is not whole.
fn cut_letter(bytes: &[u8]) -> Option<&str> {
    let error = std::str::from_utf8(bytes).err()?;
    if error.error_len().is_some() {
        return None;
    }
    std::str::from_utf8(bytes.get(..error.valid_up_to())?).ok()
}

/// Whether there are more letters in UTF-8 than bytes that are in none.
fn is_mostly_utf8(bytes: &[u8]) -> bool {
    let (mut letters, mut wrong) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        letters += chunk.valid().chars().filter(|letter| !letter.is_ascii()).count();
        wrong += usize::from(!chunk.invalid().is_empty());
    }
    letters > wrong
}

fn named(kind: &infer::Type) -> String {
    match kind.matcher_type() {
        infer::MatcherType::Image => format!("a picture ({})", kind.extension().to_uppercase()),
        infer::MatcherType::Archive => {
            format!(
                "an archive of the kind {}; unpack it, or pack it as .zip",
                kind.extension().to_uppercase()
            )
        }
        infer::MatcherType::App => "a program".to_owned(),
        _ => format!("a file of the kind {}", kind.extension().to_uppercase()),
    }
}

/// Why a text gave no books, in words. `anything` tells whether there was at least the shape of some.
pub(super) fn why_nothing(text: &str, anything: bool) -> String {
    let start = text.trim_start_matches(super::edn::is_blank);
    let lower: String = start.chars().take(200).collect::<String>().to_lowercase();
    if lower.starts_with("<!doctype html") || lower.starts_with("<html") || lower.contains("<head") {
        return "it is a web page that was saved under this name; download the file itself".to_owned();
    }
    if lower.starts_with("<?xml") || lower.starts_with("<svg") {
        return "it is XML, not homebrew of OrcPub or Dungeon Master's Vault".to_owned();
    }
    let empty = start.replace(super::edn::is_blank, "") == "{}";
    let is_json =
        start.starts_with(['{', '[']) && serde_json::from_str::<serde::de::IgnoredAny>(start).is_ok();
    if is_json && !empty {
        return "it is JSON, which other programs write; LoreKeeper reads the .orcbrew files of OrcPub and Dungeon Master's Vault".to_owned();
    }
    if anything || empty {
        return "it holds books without any content: the export was empty. In the program it comes from, check that the content is there and export it again".to_owned();
    }
    "there is no homebrew in it that can be recognised (nothing like `:orcpub.dnd.e5/spells`); export it again from OrcPub or Dungeon Master's Vault".to_owned()
}

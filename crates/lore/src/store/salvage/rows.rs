//! Decodes the rows on leaf pages, of any table.

use super::pages::{HEADER_BYTES, Pages, number_at};

/// The first byte of a leaf page of a table, and of an index.
const TABLE_LEAF: u8 = 13;
const INDEX_LEAF: u8 = 10;
/// The length of the header of a leaf page, in bytes.
const LEAF_HEADER_BYTES: usize = 8;

/// A value of a row.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value {
    Null,
    Whole(i64),
    /// A floating-point number; no recovered column needs one.
    Real,
    /// A text, if it is valid UTF-8.
    Text(Option<String>),
    Bytes(Vec<u8>),
}

impl Value {
    /// Returns the text, if it is one.
    pub(super) fn text(&self) -> Option<&str> {
        match self {
            Value::Text(text) => text.as_deref(),
            _ => None,
        }
    }

    /// Returns the integer, if it is one.
    pub(super) fn whole(&self) -> Option<i64> {
        match self {
            Value::Whole(number) => Some(*number),
            _ => None,
        }
    }
}

/// A row with its id; rows of an index have none.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Row {
    pub(super) id: Option<i64>,
    pub(super) values: Vec<Value>,
}

/// Decodes the rows of a page; empty unless it is a leaf.
pub(super) fn rows_on(pages: &mut Pages, number: u32) -> Vec<Row> {
    let Some(page) = pages.get(number) else { return Vec::new() };
    let start = if number == 1 { HEADER_BYTES } else { 0 };
    let is_table = match page.get(start) {
        Some(&TABLE_LEAF) => true,
        Some(&INDEX_LEAF) => false,
        _ => return Vec::new(),
    };
    let half = |at: usize| Some(usize::from(u16::from_be_bytes(page.get(at..at + 2)?.try_into().ok()?)));
    let cells = half(start + 3).unwrap_or(0);
    let mut rows = Vec::new();
    for cell in 0..cells {
        let Some(place) = half(start + LEAF_HEADER_BYTES + 2 * cell) else { break };
        rows.extend(row_at(pages, &page, place, is_table));
    }
    rows
}

fn row_at(pages: &mut Pages, page: &[u8], place: usize, is_table: bool) -> Option<Row> {
    let mut cell = page.get(place..)?;
    let length = usize::try_from(take_number(&mut cell)?).ok()?;
    let id = if is_table { Some(take_number(&mut cell)?) } else { None };
    let payload = payload(pages, cell, length, is_table)?;
    Some(Row { id, values: values(&payload)? })
}

/// Returns the content of a row, following overflow pages.
fn payload(pages: &mut Pages, cell: &[u8], length: usize, is_table: bool) -> Option<Vec<u8>> {
    let usable = pages.usable();
    if length > usable.checked_mul(pages.count() as usize)? {
        return None;
    }
    let most = if is_table { usable - 35 } else { (usable - 12) * 64 / 255 - 23 };
    if length <= most {
        return cell.get(..length).map(<[u8]>::to_vec);
    }
    let least = (usable - 12) * 32 / 255 - 23;
    let fitting = least + (length - least) % (usable - 4);
    let here = if fitting <= most { fitting } else { least };
    let mut payload = cell.get(..here)?.to_vec();
    let mut next = number_at(cell, here)?;
    while payload.len() < length {
        let page = pages.get(next)?;
        let rest = (length - payload.len()).min(usable - 4);
        payload.extend(page.get(4..4 + rest)?);
        next = number_at(&page, 0)?;
    }
    Some(payload)
}

fn values(payload: &[u8]) -> Option<Vec<Value>> {
    let mut header = payload;
    let length = usize::try_from(take_number(&mut header)?).ok()?;
    let mut types = payload.get(payload.len() - header.len()..length)?;
    let mut rest = payload.get(length..)?;
    let mut values = Vec::new();
    while !types.is_empty() {
        let kind = u64::try_from(take_number(&mut types)?).ok()?;
        let length = match kind {
            0 | 8 | 9 => 0,
            1..=4 => kind,
            5 => 6,
            6 | 7 => 8,
            10 | 11 => return None,
            _ => (kind - 12) / 2,
        };
        let (bytes, after) = rest.split_at_checked(usize::try_from(length).ok()?)?;
        rest = after;
        values.push(match kind {
            0 => Value::Null,
            1..=6 => Value::Whole(whole(bytes)),
            7 => Value::Real,
            8 | 9 => Value::Whole(i64::from(kind == 9)),
            _ if kind % 2 == 1 => Value::Text(String::from_utf8(bytes.to_vec()).ok()),
            _ => Value::Bytes(bytes.to_vec()),
        });
    }
    Some(values)
}

/// Decodes a signed integer of up to eight bytes.
fn whole(bytes: &[u8]) -> i64 {
    let first = bytes.first().map_or(0, |byte| i64::from(byte.cast_signed()));
    bytes.iter().skip(1).fold(first, |number, byte| (number << 8) | i64::from(*byte))
}

/// Removes a variable-length integer of one to nine bytes from the front.
fn take_number(bytes: &mut &[u8]) -> Option<i64> {
    let mut number: u64 = 0;
    for place in 0..9 {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        if place == 8 {
            number = (number << 8) | u64::from(*byte);
            break;
        }
        number = (number << 7) | u64::from(byte & 0x7f);
        if byte & 0x80 == 0 {
            break;
        }
    }
    Some(number.cast_signed())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_sqlite_writes_them() {
        let number = |mut bytes: &[u8]| take_number(&mut bytes);
        assert_eq!(number(&[0x7f]), Some(127));
        assert_eq!(number(&[0x81, 0x00]), Some(128));
        assert_eq!(number(&[0xff; 9]), Some(-1));
        assert_eq!(number(&[0x81]), None, "cut off");
        assert_eq!((whole(&[0xff, 0xfe]), whole(&[0x01, 0x00]), whole(&[])), (-2, 256, 0));
    }

    #[test]
    fn a_row_that_was_cut_off_is_no_row() {
        let whole = [3, 1, 15, 42, b'a'];
        assert_eq!(values(&whole), Some(vec![Value::Whole(42), Value::Text(Some("a".to_owned()))]));
        for end in 0..whole.len() {
            assert_eq!(values(&whole[..end]), None);
        }
        assert_eq!(values(&[200, 1]), None);
    }
}

//! Tables that are rolled on, as entries have them.

use std::ops::RangeInclusive;

use content::error::{Error, Result};
use content::model::{fold, quoted};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use serde_json::{Map, Value};
use text::{Pattern, pattern};

use super::notation::roll;

/// A table whose first column has numbers under dice, such as `d100` or `d100 (13-Card Deck)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiceTable {
    /// The dice.
    pub dice: String,
    /// The heading above it, if there is one, and its columns.
    pub title: String,
    columns: Vec<String>,
    rows: Vec<(RangeInclusive<i64>, Vec<String>)>,
}

/// A line that is a heading, or wholly in bold.
static HEADING: Pattern = pattern!(r"(?m)^(?:#+ +\**|\*\*)([^*\n]+)\**$");

/// Reads the tables to roll on in a text in Markdown.
pub fn tables(markdown: &str) -> Vec<DiceTable> {
    let (mut found, mut rows, mut cell) = (Vec::new(), Vec::<Vec<String>>::new(), String::new());
    for (event, place) in Parser::new_ext(markdown, Options::ENABLE_TABLES).into_offset_iter() {
        match event {
            Event::Start(Tag::TableHead | Tag::TableRow) => rows.push(Vec::new()),
            Event::Start(Tag::TableCell) => cell.clear(),
            Event::Text(piece) | Event::Code(piece) => cell.push_str(&piece),
            Event::End(TagEnd::TableCell) => rows.last_mut().into_iter().for_each(|it| it.push(cell.clone())),
            Event::End(TagEnd::Table) => {
                let before = markdown.get(..place.start).unwrap_or_default();
                let heading = HEADING.captures_iter(before).last().and_then(|line| line.get(1));
                found.extend(table(heading.map(|it| it.as_str()), std::mem::take(&mut rows)));
            }
            _ => {}
        }
    }
    found
}

fn table(heading: Option<&str>, rows: Vec<Vec<String>>) -> Option<DiceTable> {
    let mut rows = rows.into_iter();
    let columns = rows.next()?;
    let dice = columns.first()?.split_whitespace().next()?.to_owned();
    let rows: Vec<_> = rows.filter_map(|row| Some((range(row.first()?)?, row))).collect();
    // A single row is what a variant of an item has of the item's table.
    let is_table = rows.len() > 1 && roll(&dice, 0).is_ok();
    let title = heading.map(|heading| format!("{heading}: ")).unwrap_or_default() + &columns.join(", ");
    is_table.then_some(DiceTable { dice, title, columns, rows })
}

/// Reads `01–10`, `1-2`, `7`, or `00`: zeros alone are the highest number of so many dice of ten sides.
fn range(cell: &str) -> Option<RangeInclusive<i64>> {
    let cell = fold(cell);
    let (first, last) = cell.split_once('-').unwrap_or((&*cell, &*cell));
    let number = |text: &str| match text.trim().parse::<u32>().ok()? {
        0 => 10_i64.checked_pow(u32::try_from(text.trim().len()).ok()?),
        number => Some(number.into()),
    };
    Some(number(first)?..=number(last)?)
}

/// Returns the table of a heading or a column, or else of the entry's name. A single one needs no `column`.
pub fn choose<'a>(tables: &'a [DiceTable], column: Option<&str>, entry: &str) -> Result<&'a DiceTable> {
    let mut named = tables.iter().filter(|table| table.is_named(column.unwrap_or(entry)));
    match (named.next(), named.next(), tables) {
        (Some(table), None, _) => Ok(table),
        (None, _, [table]) if column.is_none() => Ok(table),
        _ => {
            let titles: Vec<&str> = tables.iter().map(|table| table.title.as_str()).collect();
            let message = "give a heading or a column of the table as `column`; there are";
            Err(Error::Invalid(format!("{message} {}", quoted(&titles))))
        }
    }
}

impl DiceTable {
    /// Returns true if its heading or its columns have these words.
    pub fn is_named(&self, words: &str) -> bool {
        fold(&self.title).contains(&fold(words))
    }

    pub(super) fn row(&self, number: i64) -> Option<Map<String, Value>> {
        let (_, cells) = self.rows.iter().find(|(range, _)| range.contains(&number))?;
        let cells = self.columns.iter().zip(cells);
        Some(cells.map(|(column, cell)| (column.clone(), cell.clone().into())).collect())
    }
}

//! Rolls dice, and on the tables of entries.

use content::error::{Error, Result, in_range};
use content::model::{ENTRY_ADDRESS, Edition, shown};
use content::query::{Answer, Entry, Match, NameLookup, Search};
use tabletop::dice::{DiceTable, Roll, Rolled, choose, tables};

use super::Library;
use super::aside::aside;

impl Library {
    /// Rolls dice, or on a table of an entry in the library; equal for equal requests. The answer beside it
    /// has the campaign and the messages of the table's lookup.
    pub async fn roll(&self, roll: &Roll) -> Result<(Rolled, Answer)> {
        let Some(name) = &roll.table else { return Ok((roll.on(None)?, Answer::default())) };
        let name = name.trim();
        in_range::<i64>("the length of a table's name", name.chars().count(), 1..=300)?;
        let mut answer = self.entries_named(name).await?;
        let mut found = with_tables(&mut answer).await?;
        if answer.matched == Some(Match::Fuzzy) || found.is_empty() && !name.starts_with(ENTRY_ADDRESS) {
            // The table of the name may be a part of an entry of another name.
            let search = Search { query: name.to_owned(), fuzzy: true, ..Search::default() };
            let mut searched = self.search(&search).await?;
            let mut parts = with_tables(&mut searched).await?;
            parts.retain(|(tables, _)| tables.iter().any(|table| table.is_named(name)));
            if !parts.is_empty() {
                (found, answer) = (parts, searched);
            }
        }
        let Some((tables, entry)) = found.into_iter().next() else {
            let table = "with a table whose first column is dice, such as `d100`";
            return Err(Error::Invalid(format!("the library has no entry `{}` {table}", shown(name))));
        };
        let rolled = roll.on(Some(choose(&tables, roll.column.as_deref(), name)?))?;
        Ok((Rolled { document_name: Some(entry.document_name), uri: Some(entry.uri), ..rolled }, answer))
    }

    async fn entries_named(&self, name: &str) -> Result<Answer> {
        if name.starts_with(ENTRY_ADDRESS) {
            let entry = self.entry_at(name).await?.ok_or_else(|| Error::NoEntry(name.to_owned()))?;
            return Ok(Answer { entries: vec![entry], ..Answer::default() });
        }
        let lookup = NameLookup { name: name.to_owned(), ..NameLookup::default() };
        let mut answer = self.by_any_name(&lookup).await?;
        answer.entries.truncate(answer.best_matches);
        if answer.campaign.is_none() {
            answer.entries.sort_by_key(|it| Edition::Of2024.srd() != Some(it.document_key.as_str()));
        }
        Ok(answer)
    }
}

async fn with_tables(answer: &mut Answer) -> Result<Vec<(Vec<DiceTable>, Entry)>> {
    let entries = std::mem::take(&mut answer.entries).into_iter();
    let read = |entry: Entry| Some((tables(&entry.body), entry)).filter(|(tables, _)| !tables.is_empty());
    aside(move || entries.filter_map(read).collect()).await
}

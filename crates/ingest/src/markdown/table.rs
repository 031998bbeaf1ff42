//! Renders tables.

/// A table with one line of headings.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Table {
    headings: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows.
    pub fn new(headings: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { headings: headings.into_iter().map(Into::into).collect(), rows: Vec::new() }
    }

    /// Adds a row. Missing cells stay empty, surplus ones are dropped.
    pub fn row(&mut self, cells: impl IntoIterator<Item = impl Into<String>>) {
        let mut cells: Vec<String> = cells.into_iter().map(Into::into).collect();
        cells.resize(self.headings.len(), String::new());
        self.rows.push(cells);
    }

    pub(crate) fn without_empty_columns(mut self) -> Self {
        let keep: Vec<bool> = (0..self.headings.len())
            .map(|index| {
                let mut cells = self.rows.iter().filter_map(|row| row.get(index));
                cells.any(|cell| !matches!(cell.as_str(), "" | "—"))
            })
            .collect();
        for row in std::iter::once(&mut self.headings).chain(&mut self.rows) {
            let mut kept = keep.iter();
            row.retain(|_| kept.next().is_some_and(|keep| *keep));
        }
        self
    }

    /// Returns the table, or an empty text if it has no rows.
    pub fn to_markdown(&self) -> String {
        if self.rows.is_empty() || self.headings.is_empty() {
            return String::new();
        }
        let rule = "|---".repeat(self.headings.len()) + "|";
        let lines = [line(&self.headings), rule].into_iter().chain(self.rows.iter().map(|row| line(row)));
        lines.collect::<Vec<_>>().join("\n")
    }
}

fn line(cells: &[String]) -> String {
    let cell = |cell: &String| format!(" {} |", cell.trim().replace('\n', " ").replace('|', "\\|"));
    format!("|{}", cells.iter().map(cell).collect::<String>())
}

#[cfg(test)]
mod tests;

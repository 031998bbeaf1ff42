use std::fmt;

/// One figure beside its target.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    what: String,
    comparable: String,
    target: String,
    measured: String,
    met: Option<bool>,
}

impl Row {
    /// A figure without a target.
    pub(crate) fn told(what: &str, measured: String) -> Self {
        Self { what: what.to_owned(), comparable: String::new(), target: String::new(), measured, met: None }
    }

    /// With a target, and whether it is met.
    pub(crate) fn target(self, target: impl Into<String>, met: bool) -> Self {
        Self { target: target.into(), met: Some(met), ..self }
    }

    /// With what the nearest comparable system reaches.
    pub(crate) fn comparable(self, comparable: &str) -> Self {
        Self { comparable: comparable.to_owned(), ..self }
    }

    /// The same of a library of another size; the targets are of the full library.
    pub(crate) fn about(self, entries: u64) -> Self {
        Self {
            what: format!("{}, {entries} entries", self.what),
            comparable: String::new(),
            target: String::new(),
            met: None,
            ..self
        }
    }

    fn cells(&self) -> [&str; 5] {
        let met = match self.met {
            Some(true) => "met",
            Some(false) => "MISSED",
            None => "",
        };
        [&self.what, &self.comparable, &self.target, &self.measured, met]
    }
}

/// The figures in the order in which they were added.
#[derive(Debug, Default)]
pub(crate) struct Table(Vec<Row>);

impl Table {
    /// Adds a figure.
    pub(crate) fn add(&mut self, row: Row) {
        self.0.push(row);
    }

    /// Adds several.
    pub(crate) fn add_all(&mut self, rows: impl IntoIterator<Item = Row>) {
        self.0.extend(rows);
    }
}

impl fmt::Display for Table {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = ["what", "comparable", "target", "measured", ""];
        let rows: Vec<[&str; 5]> = std::iter::once(head).chain(self.0.iter().map(Row::cells)).collect();
        let mut widths = [3; 5];
        for row in &rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(cell.chars().count());
            }
        }
        for (number, row) in rows.iter().enumerate() {
            for (cell, width) in row.iter().zip(widths) {
                write!(out, "| {cell:width$} ")?;
            }
            writeln!(out, "|")?;
            if number == 0 {
                for width in widths {
                    write!(out, "|{}", "-".repeat(width + 2))?;
                }
                writeln!(out, "|")?;
            }
        }
        let missed = self.0.iter().filter(|row| row.met == Some(false)).count();
        let judged = self.0.iter().filter(|row| row.met.is_some()).count();
        write!(out, "\n{} of {judged} targets met", judged - missed)
    }
}

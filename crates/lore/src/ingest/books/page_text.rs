//! Searches the text of a book's pages.

use std::path::Path;

use crate::error::{Error, Result};
use crate::model::fold;

/// The number of letters that must be on a page for a text to be from it.
const ENOUGH: usize = 48;
/// The minimum length of a text that is searched by its letters.
const SHORTEST: usize = 24;

/// The letters and digits of a book's pages, in which a text is found regardless of word division.
#[derive(Debug, Default)]
pub(crate) struct PageText {
    text: String,
    /// The start of each page.
    pages: Vec<usize>,
}

impl PageText {
    /// Reads a file with the letters of one page per line.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub(crate) fn read(path: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(path).map_err(|error| Error::file(path, error))?;
        Ok(Self::of(&text))
    }

    /// Returns the letters of pages, one per line.
    pub(super) fn of(lines: &str) -> Self {
        let mut letters = Self::default();
        for line in lines.lines() {
            letters.pages.push(letters.text.len());
            letters.text.push_str(line);
        }
        letters
    }

    /// Returns the page that contains a text with this heading, or that begins with it.
    pub(super) fn page_of(&self, name: &str, text: &str) -> Option<u16> {
        let name = squeezed(name);
        let start: String = squeezed(text).chars().take(ENOUGH).collect();
        if start.len() < SHORTEST || name.is_empty() {
            return None;
        }
        let without_article = start.strip_prefix("the").unwrap_or(&start);
        let under_its_name = |(at, _): &(usize, &str)| {
            start.starts_with(&name)
                || without_article.starts_with(&name)
                || self.text.get(..*at).is_some_and(|before| before.ends_with(&name))
        };
        let (at, _) = self.text.match_indices(&start).find(under_its_name)?;
        u16::try_from(self.pages.partition_point(|page| *page <= at)).ok()
    }
}

/// Returns the letters and digits of a text in lower case.
fn squeezed(text: &str) -> String {
    fold(text).chars().filter(char::is_ascii_alphanumeric).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_found_under_its_own_name_only() {
        let letters = PageText::of(
            "cookingsoupboilwaterandaddwhateverthegardenholds\nfryingheatthepanbeforeyouputanythinginit\n",
        );
        assert_eq!(letters.page_of("Frying", "Heat the pan before you put anything in it."), Some(2));
        assert_eq!(letters.page_of("Soup", "Boil water, and add whatever the garden holds"), Some(1));
        assert_eq!(letters.page_of("Pan Before You", "The pan before you put anything in it."), Some(2));
        assert_eq!(letters.page_of("Baking", "Heat the pan before you put anything in it."), None);
        assert_eq!(letters.page_of("Frying", "Heat the oven before you put anything in it."), None);
    }
}

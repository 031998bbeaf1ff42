use std::fmt::Write as _;

use super::chance::Chance;
use super::entry;
use super::prose;

/// The content types in the order in which the app writes them, and how many of a hundred entries are of each.
const TYPES: &[(&str, usize)] = &[
    ("spells", 30),
    ("monsters", 20),
    ("encounters", 2),
    ("backgrounds", 4),
    ("languages", 2),
    ("invocations", 6),
    ("boons", 3),
    ("selections", 3),
    ("feats", 9),
    ("races", 4),
    ("subraces", 4),
    ("subclasses", 8),
    ("classes", 2),
    ("draconic-ancestries", 1),
    ("fighting-styles", 2),
];
/// The number of entries one book holds at most.
const BOOK: usize = 1_000;

/// An OrcBrew file that nobody wrote: one long line with a byte order mark, as the app exports a whole library.
pub(super) struct Invention {
    /// The file.
    pub(super) text: String,
    /// Where each of its entries begins, in order.
    pub(super) places: Vec<Place>,
}

/// An entry of a file.
pub(super) struct Place {
    /// The byte at which it begins.
    pub(super) at: usize,
    /// Its content type.
    pub(super) content_type: String,
    /// Its key.
    pub(super) key: String,
}

impl Invention {
    /// A file of so many entries; the same number gives the same file.
    pub(super) fn of(entries: usize) -> Self {
        let mut made = Self { text: "\u{feff}{".to_owned(), places: Vec::with_capacity(entries) };
        let mut chance = Chance::new(entries as u64);
        let mut named = [0; TYPES.len()];
        for (book, first) in (0..entries).step_by(BOOK).enumerate() {
            if book > 0 {
                made.text.push_str(", ");
            }
            made.book(
                &format!("Tales of the {}", prose::name(book)),
                BOOK.min(entries - first),
                &mut named,
                &mut chance,
            );
        }
        made.text.push('}');
        made
    }

    fn book(&mut self, book: &str, entries: usize, named: &mut [usize; TYPES.len()], chance: &mut Chance) {
        let _ = write!(self.text, "\"{book}\" {{");
        let (mut share, mut done) = (0, 0);
        for ((content_type, percent), named) in TYPES.iter().zip(named) {
            share += percent;
            let count = (entries * share / 100).saturating_sub(done);
            if count == 0 {
                continue;
            }
            if done > 0 {
                self.text.push_str(", ");
            }
            let _ = write!(self.text, ":orcpub.dnd.e5/{content_type} {{");
            for number in 0..count {
                if number > 0 {
                    self.text.push_str(", ");
                }
                let name = prose::name(*named);
                *named += 1;
                let key = prose::key(&name);
                self.places.push(Place {
                    at: self.text.len(),
                    content_type: (*content_type).to_owned(),
                    key: key.clone(),
                });
                let _ = write!(self.text, ":{key} {{:option-pack \"{book}\", :name \"{name}\", :key :{key}");
                entry::write(&mut self.text, content_type, chance);
                self.text.push('}');
            }
            self.text.push('}');
            done += count;
        }
        self.text.push('}');
    }
}

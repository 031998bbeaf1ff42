//! A snapshot of the library in memory, which makes an answer for every keystroke possible.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::OnceLock;

use content::fields::creature::CHALLENGE_RATING;
use content::fields::origin::{DOCUMENT, EDITION};
use content::fields::{FacetValue, Field, Value, facet_values};
use content::model::{Details, Edition, Family, Kind, entry_address, fold, only_name_of_2024, thing};
use content::query::Entry;
use search::searchable;
use store::BrowseRow;

use super::column::columns;
use super::counterpart_index::CounterpartIndex;
use super::entry::{CatalogueEntry, DocumentInfo};
use super::summary::summary;

/// Every entry of the library with the values by which it is browsed.
#[derive(Debug, Clone, Default)]
pub struct BrowseSnapshot {
    /// The number of the last change that it contains.
    pub change: i64,
    /// The documents of the library.
    pub documents: Vec<DocumentInfo>,
    /// The entries by name; of those with one name, the ones of first documents come first.
    pub(super) entries: Vec<CatalogueEntry>,
    /// The values by which entries are browsed.
    pub(super) values: ValuePool,
    /// The values in the columns of lists.
    pub(super) cells: ValuePool,
    /// The ids of the entries; without it, every new row would be searched for among the old ones.
    ids: HashSet<i64>,
    names: OnceLock<HashMap<String, Vec<usize>>>,
    counterparts: OnceLock<CounterpartIndex>,
}

/// Values that entries share.
#[derive(Debug, Clone, Default)]
pub(super) struct ValuePool {
    pub(super) all: Vec<FacetValue>,
    positions: HashMap<(&'static str, String), u32>,
}

impl ValuePool {
    pub(super) fn get(&self, position: u32) -> Option<&FacetValue> {
        self.all.get(position as usize)
    }

    /// Returns the position of a value, which is added if it is new.
    fn position(&mut self, value: FacetValue) -> u32 {
        let next = u32::try_from(self.all.len()).unwrap_or(u32::MAX);
        let key = (value.field.name, value.value.clone());
        let position = *self.positions.entry(key).or_insert(next);
        if position == next {
            self.all.push(value);
        }
        position
    }
}

impl BrowseSnapshot {
    /// Creates a snapshot without entries.
    pub fn new(documents: Vec<DocumentInfo>) -> Self {
        Self { documents, ..Self::default() }
    }

    /// Applies rows written or deleted up to a change. [`BrowseSnapshot::sort`] must follow the last.
    pub fn apply(&mut self, rows: Vec<BrowseRow>, change: i64) {
        self.change = change;
        if rows.is_empty() {
            return;
        }
        self.names = OnceLock::new();
        self.counterparts = OnceLock::new();
        let replaced: HashSet<i64> = rows.iter().map(|row| row.id).filter(|id| self.ids.remove(id)).collect();
        if !replaced.is_empty() {
            self.entries.retain(|entry| !replaced.contains(&entry.id));
        }
        for row in rows {
            if let Some(entry) = self.entry(row) {
                self.ids.insert(entry.id);
                self.entries.push(entry);
            }
        }
    }

    /// Returns the number of entries.
    pub fn entry_count(&self) -> usize {
        self.entries.len()
    }

    /// Takes the documents of the library, which may have other places. Returns false if they are others;
    /// then the snapshot must be made anew.
    pub fn take_places(&mut self, documents: &[DocumentInfo]) -> bool {
        let without_place = |document: &DocumentInfo| DocumentInfo { place: 0, ..document.clone() };
        if !self.documents.iter().map(without_place).eq(documents.iter().map(without_place)) {
            return false;
        }
        self.documents = documents.to_vec();
        self.names = OnceLock::new();
        self.counterparts = OnceLock::new();
        true
    }

    /// Sorts the entries by name. In place, as a copy of half of a large library would take too much memory.
    pub fn sort(&mut self) {
        let Self { entries, documents, .. } = self;
        let place = |entry: &CatalogueEntry| place(documents, entry);
        entries.sort_unstable_by(|a, b| {
            let key_of_b = (&b.searched, place(b), b.document, &b.slug, b.id);
            (&a.searched, place(a), a.document, &a.slug, a.id).cmp(&key_of_b)
        });
    }

    /// Reads an entry; `None` if it was deleted or its fields cannot be read.
    fn entry(&mut self, row: BrowseRow) -> Option<CatalogueEntry> {
        let BrowseRow { id, document, kind, slug, name, page, details, facts } = row;
        let (document, kind) = (document?, kind?);
        let document = self.documents.iter().position(|other| other.id == document)?;
        let details = Details::read(kind, &details).ok()?;
        let challenge_rating = CHALLENGE_RATING.values(&details, &facts).first().and_then(Value::number);
        let info = self.documents.get(document)?;
        // Homebrew of a name is another thing.
        let thing = if info.provider.is_homebrew() { hash(&id) } else { thing_of(kind, &name, &details) };
        let key = FacetValue { label: info.name.clone(), ..DOCUMENT.facet_value(info.key.as_str()) };
        let edition = EDITION.facet_value(info.edition.as_str());
        let values = facet_values(&details, &facts).into_iter().chain([key, edition]);
        let values = values.map(|value| self.values.position(value)).collect();
        let cells = columns(kind.family()).iter().map(|column| column.cell(&details, &facts));
        let cells = cells.map(|value| self.cells.position(value)).collect();
        let (searched, summary) = (searchable(&name), summary(&details));
        let parent = match details {
            Details::CharacterOption(option) => option.parent,
            Details::Rule(rule) => rule.section,
            _ => None,
        };
        Some(CatalogueEntry {
            id,
            kind,
            slug,
            searched,
            name,
            document,
            challenge_rating,
            values,
            cells,
            thing,
            summary,
            parent,
            page,
        })
    }

    pub(super) fn find_value(&self, field: &Field, value: &str) -> Option<u32> {
        self.values.positions.get(&(field.name, (field.normalise)(value))).copied()
    }

    pub(super) fn named(&self) -> &HashMap<String, Vec<usize>> {
        self.names.get_or_init(|| {
            let mut names: HashMap<String, Vec<usize>> = HashMap::new();
            for (position, entry) in self.entries.iter().enumerate() {
                let is_thing = entry.kind.family() == Family::Equipment;
                if is_thing || matches!(entry.kind, Kind::Condition | Kind::Spell | Kind::Creature) {
                    names.entry(entry.searched.clone()).or_default().push(position);
                }
            }
            names
        })
    }

    pub(super) fn counterpart_index(&self) -> &CounterpartIndex {
        self.counterparts.get_or_init(|| CounterpartIndex::new(&self.entries, &self.documents))
    }

    pub(super) fn place(&self, entry: &CatalogueEntry) -> u8 {
        place(&self.documents, entry)
    }

    /// The edition for which an entry is written: that of its document, unless it says another.
    pub fn edition_of(&self, entry: &Entry) -> Edition {
        let document = self.documents.iter().find(|document| document.key == entry.document_key);
        let edition = document.map_or(Edition::Other, |document| document.edition);
        entry.homebrew.edition.unwrap_or(edition)
    }

    pub(super) fn uri(&self, entry: &CatalogueEntry) -> String {
        entry_address(self.key(entry).unwrap_or_default(), entry.kind, &entry.slug)
    }

    pub(super) fn key(&self, entry: &CatalogueEntry) -> Option<&str> {
        self.documents.get(entry.document).map(|document| document.key.as_str())
    }
}

/// Features of several classes may have one name.
fn thing_of(kind: Kind, name: &str, details: &Details) -> u64 {
    let parent = match details {
        Details::CharacterOption(option) => option.parent.as_deref(),
        _ => None,
    };
    let renamed = |parent: &str| only_name_of_2024(Kind::Subclass, parent).map(|(_, name)| fold(&name));
    let parent = parent.map(|parent| renamed(parent).unwrap_or_else(|| fold(parent)));
    hash(&(thing(kind, name, details, false), parent))
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

fn place(documents: &[DocumentInfo], entry: &CatalogueEntry) -> u8 {
    documents.get(entry.document).map_or(u8::MAX, |document| document.place)
}

use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

use super::field::{self, Field, Value};
use super::summary::summary;
use super::twins::TwinIndex;
use crate::model::{Details, DocumentKey, Edition, Kind, Provider, fold};
use crate::search::prepared;

/// Every entry of the library with what it is leafed through by.
#[derive(Debug, Clone, Default)]
pub(crate) struct Catalogue {
    /// Up to which change it is.
    pub(crate) change: i64,
    pub(crate) documents: Vec<Shelved>,
    /// By name; of entries of one name those of the core rules and of the user's own books first.
    pub(super) cards: Vec<Card>,
    pub(super) values: Vec<Value>,
    known: HashMap<(Field, String), u32>,
    /// The entries that are here, so that taking in new ones does not have to look for old ones.
    ids: HashSet<i64>,
    names: OnceLock<HashMap<String, Vec<usize>>>,
    twins: OnceLock<TwinIndex>,
}

/// A document that entries stand in.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Shelved {
    pub(crate) id: i64,
    pub(crate) key: DocumentKey,
    pub(crate) name: String,
    pub(crate) edition: Edition,
    pub(crate) provider: Provider,
    /// Whether it is of the core rules or of the user's own.
    pub(crate) is_first: bool,
}

/// An entry that was written or deleted, as the database tells it. What is absent was deleted.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    pub(crate) id: i64,
    pub(crate) document: Option<i64>,
    pub(crate) kind: Option<Kind>,
    pub(crate) slug: String,
    pub(crate) name: String,
    /// Its fields as JSON.
    pub(crate) details: String,
}

/// What is known of an entry.
#[derive(Debug, Clone)]
pub(super) struct Card {
    pub(super) id: i64,
    pub(super) kind: Kind,
    pub(super) slug: String,
    pub(super) name: String,
    /// The name as it is searched.
    pub(super) searched: String,
    /// Its document's place in the list of them.
    pub(super) document: usize,
    pub(super) challenge_rating: Option<f64>,
    /// Its values, by their places in the list of them.
    pub(super) values: Vec<u32>,
    pub(super) summary: String,
    /// What a character option belongs to.
    pub(super) parent: Option<String>,
}

impl Catalogue {
    /// A catalogue of no entries yet.
    pub(crate) fn of(documents: Vec<Shelved>) -> Self {
        Self { documents, ..Self::default() }
    }

    /// Takes in what was written and deleted up to a change. When all of it is in, [`Catalogue::put_in_order`] comes after.
    pub(crate) fn take_in(&mut self, rows: Vec<Row>, change: i64) {
        self.change = change;
        if rows.is_empty() {
            return;
        }
        self.names = OnceLock::new();
        self.twins = OnceLock::new();
        let touched: HashSet<i64> = rows.iter().map(|row| row.id).filter(|id| self.ids.remove(id)).collect();
        if !touched.is_empty() {
            self.cards.retain(|card| !touched.contains(&card.id));
        }
        for row in rows {
            if let Some(card) = self.card(row) {
                self.ids.insert(card.id);
                self.cards.push(card);
            }
        }
    }

    /// How many entries are here.
    pub(crate) fn len(&self) -> usize {
        self.cards.len()
    }

    /// Orders the entries by name.
    pub(crate) fn put_in_order(&mut self) {
        let Self { cards, documents, .. } = self;
        let is_other = |card: &Card| documents.get(card.document).is_none_or(|document| !document.is_first);
        cards.sort_by(|a, b| {
            (&a.searched, is_other(a), a.document, &a.slug).cmp(&(
                &b.searched,
                is_other(b),
                b.document,
                &b.slug,
            ))
        });
    }

    fn card(&mut self, row: Row) -> Option<Card> {
        let Row { id, document, kind, slug, name, details } = row;
        let (document, kind) = (document?, kind?);
        let document = self.documents.iter().position(|shelved| shelved.id == document)?;
        let details = Details::read(kind, &details).ok()?;
        let challenge_rating = match &details {
            Details::Creature(creature) => creature.challenge_rating_decimal,
            _ => None,
        };
        let mut values: Vec<u32> =
            field::values(&details).into_iter().map(|value| self.number(value)).collect();
        let place = self.documents.get(document)?;
        let (key, title, edition) = (place.key.to_string(), place.name.clone(), place.edition);
        values.push(self.number(Value { field: Field::Document, value: key, label: title }));
        let label = match edition {
            Edition::Of2014 => "2014 rules",
            Edition::Of2024 => "2024 rules",
            Edition::Other => "Other",
        };
        let (value, label) = (edition.as_str().to_owned(), label.to_owned());
        values.push(self.number(Value { field: Field::Edition, value, label }));
        let (searched, summary) = (prepared(&name), summary(&details));
        let parent = match details {
            Details::CharacterOption(option) => option.parent,
            _ => None,
        };
        Some(Card { id, kind, slug, searched, name, document, challenge_rating, values, summary, parent })
    }

    /// The place of a value in the list of them.
    fn number(&mut self, value: Value) -> u32 {
        let next = u32::try_from(self.values.len()).unwrap_or(u32::MAX);
        let number = *self.known.entry((value.field, value.value.clone())).or_insert(next);
        if number == next {
            self.values.push(value);
        }
        number
    }

    /// The place of a value by its name.
    pub(super) fn find_value(&self, field: Field, value: &str) -> Option<u32> {
        self.known.get(&(field, fold(value))).copied()
    }

    /// Every entry that another can point at by name, by the name as it is searched.
    pub(super) fn named(&self) -> &HashMap<String, Vec<usize>> {
        self.names.get_or_init(|| {
            let mut names: HashMap<String, Vec<usize>> = HashMap::new();
            for (place, card) in self.cards.iter().enumerate() {
                if matches!(card.kind, Kind::Condition | Kind::Spell | Kind::Creature) {
                    names.entry(card.searched.clone()).or_default().push(place);
                }
            }
            names
        })
    }

    /// The entries by the names under which they are found as twins.
    pub(super) fn twin_index(&self) -> &TwinIndex {
        self.twins.get_or_init(|| TwinIndex::of(self))
    }

    /// The edition of a document.
    pub(crate) fn edition_of(&self, key: &DocumentKey) -> Edition {
        let document = self.documents.iter().find(|document| document.key == *key);
        document.map_or(Edition::Other, |document| document.edition)
    }

    /// The address of an entry.
    pub(super) fn uri(&self, card: &Card) -> String {
        let key = self.documents.get(card.document).map_or("", |document| document.key.as_str());
        format!("lore://entry/{key}/{}/{}", card.kind, card.slug)
    }
}

impl Shelved {
    /// Whether entries of a document come before the same ones of others.
    pub(crate) fn is_first(key: &DocumentKey, provider: Provider) -> bool {
        provider == Provider::OrcBrew || crate::model::is_srd(key.as_str())
    }
}

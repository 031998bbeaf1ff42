//! What the readers of items get and return.

use content::json::Object;
use content::model::{Details, Kind};
use serde_json::Value;

use super::copy::with_copied;
use super::entries::markdown;
use super::index::{Index, ItemName};
use super::tags::plain_tags;

/// The content of a record that depends on the kind.
pub(super) struct Content {
    pub(super) kind: Kind,
    pub(super) details: Details,
    pub(super) body: String,
}

impl Content {
    pub(super) fn new(kind: Kind, details: Details, body: String) -> Self {
        Self { kind, details, body }
    }
}

/// What the reader of an item may look at besides the item.
pub(super) struct Context<'c, 'a> {
    pub(super) index: &'c Index<'a>,
    pub(super) notes: &'c mut Vec<String>,
    pub(super) kind: &'static ItemKind,
}

impl Context<'_, '_> {
    /// Returns another item that an item names by its name and source.
    pub(super) fn other(&self, property: &str, name: Object<'_>) -> Option<Value> {
        let name = ItemName::of(name.value(), false)?;
        let item = self.index.item(property, &name)?.ok()?;
        with_copied(property, item, self.index, &mut Vec::new()).ok()
    }

    /// Returns the name of an item that is known by its abbreviation.
    pub(super) fn named(&self, property: &str, abbreviation: &str, source: &str) -> Option<String> {
        let item = self.index.item(property, &ItemName::new(abbreviation, source))?.ok()?;
        let object = Object::new(&item);
        let inner = object.list("entries").next().and_then(|entry| entry.text("name"));
        object.text("name").or(inner).map(plain_tags)
    }

    /// Returns the text about an item that stands apart from it.
    pub(super) fn fluff(&self, object: Object<'_>) -> String {
        let own = object.at("fluff");
        let property = format!("{}Fluff", self.kind.property);
        let reference =
            own.fields().find(|(name, _)| name.starts_with('_')).map(|(_, name)| Object::new(name));
        let apart = self.other(&property, reference.unwrap_or(object));
        let apart = apart.as_ref().map(|fluff| markdown(Object::new(fluff).at("entries").value()));
        let own = markdown(own.at("entries").value());
        [own, apart.unwrap_or_default()]
            .into_iter()
            .filter(|text| !text.is_empty())
            .collect::<Vec<_>>()
            .join("\n\n")
    }
}

/// A reader of one kind of items.
pub(super) type ReadItem = fn(Object<'_>, &mut Context<'_, '_>) -> Result<Content, String>;

/// A property of the file, whose value is a list of items.
pub(super) struct ItemKind {
    pub(super) property: &'static str,
    pub(super) kind: Kind,
    /// The section of a rule, or the category of an option or a thing.
    pub(super) section: &'static str,
    pub(super) read: ReadItem,
}

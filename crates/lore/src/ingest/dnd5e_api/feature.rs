//! Class features of the D&D 5e API.

use super::objects::{Objects, entry};
use super::reference::{class_of, text_of};
use crate::ingest::json::Object;
use crate::ingest::markdown::{self, Feature, Part};
use crate::model::{CharacterOption, Details, Kind, Record};

/// The features of all classes. A feature gained again at later levels is one feature, although the source
/// has one object per level.
pub(super) struct Features<'a>(Vec<Group<'a>>);

struct Group<'a> {
    first: Object<'a>,
    indexes: Vec<&'a str>,
    levels: Vec<u8>,
    text: String,
}

impl<'a> Features<'a> {
    pub(super) fn of(features: impl Iterator<Item = Object<'a>>) -> Self {
        let mut features: Vec<Object<'a>> = features.collect();
        features.sort_by_key(|feature| feature.integer::<u8>("level"));
        let mut groups: Vec<Group<'a>> = Vec::new();
        for feature in features {
            let level = feature.integer::<u8>("level");
            let index = feature.text("index").unwrap_or_default();
            let text = text_of(feature, "desc");
            let same = |group: &&mut Group<'a>| {
                group.first.text("name") == feature.text("name")
                    && group.text == text
                    && class_of(group.first).text("index") == class_of(feature).text("index")
                    && group.first.at("subclass").text("index") == feature.at("subclass").text("index")
            };
            match groups.iter_mut().find(same) {
                Some(group) => {
                    group.indexes.push(index);
                    group.levels.extend(level);
                }
                None => groups.push(Group {
                    first: feature,
                    indexes: vec![index],
                    levels: level.into_iter().collect(),
                    text,
                }),
            }
        }
        Self(groups)
    }

    /// Returns true if an object repeats an earlier feature at a later level.
    pub(super) fn is_repetition(&self, feature: Object<'_>) -> bool {
        feature.text("index").is_some_and(|index| {
            self.0.iter().any(|group| group.indexes.iter().skip(1).any(|it| *it == index))
        })
    }

    /// Returns the features of a class without those of its subclasses.
    pub(super) fn of_class(&self, class: Object<'_>) -> Vec<Feature> {
        let index = class.text("index");
        self.sheet(class, |feature| {
            class_of(feature).text("index") == index && feature.at("subclass").text("index").is_none()
        })
    }

    /// Returns the features of a subclass.
    pub(super) fn of_subclass(&self, subclass: Object<'_>) -> Vec<Feature> {
        let index = subclass.text("index");
        self.sheet(subclass, |feature| feature.at("subclass").text("index") == index)
    }

    /// Creates the record of a feature.
    pub(super) fn record(&self, feature: Object<'_>, all: &Objects<'_>) -> Result<Record, String> {
        let name = feature.needed_text("name")?;
        let index = feature.needed_text("index")?;
        let group = self.0.iter().find(|group| group.indexes.contains(&index));
        let group = group.ok_or("it is not among the features")?;
        let options: Vec<&str> =
            self.options_of(group).filter_map(|option| option.first.text("name")).collect();
        let owner = feature.at("subclass").text("name").or_else(|| class_of(feature).text("name"));
        let details = CharacterOption {
            parent: owner.map(str::to_owned),
            level: group.levels.first().copied(),
            prerequisite: self.prerequisite(feature, all),
            features: options.iter().map(|name| (*name).to_owned()).collect(),
            ..CharacterOption::default()
        };
        let mut parts = Vec::new();
        if group.levels.len() > 1 {
            let levels = Feature { levels: group.levels.clone(), ..empty_feature() }.levels_in_words();
            parts.push(Part { name: "Gained at".to_owned(), text: format!("{levels}.") });
        }
        if let Some(class) = class_of(feature).text("index").and_then(|index| all.find("Classes", index)) {
            parts.extend(spellcasting(feature, class));
        }
        if !options.is_empty() {
            parts.push(Part { name: "Options".to_owned(), text: options.join("; ") });
        }
        let body = markdown::class_option(&details, &group.text, &parts);
        entry(feature, Kind::ClassOption, name, Details::CharacterOption(details), body)
    }

    fn sheet(&self, owner: Object<'_>, is_of: impl Fn(Object<'a>) -> bool) -> Vec<Feature> {
        let own = self.0.iter().filter(|group| is_of(group.first) && !self.is_option(group));
        own.map(|group| Feature {
            name: group.first.text("name").unwrap_or_default().to_owned(),
            levels: group.levels.clone(),
            text: group.text.clone(),
            options: spellcasting(group.first, owner)
                .into_iter()
                .chain(self.options_of(group).map(|option| Part {
                    name: option.first.text("name").unwrap_or_default().to_owned(),
                    text: option.text.clone(),
                }))
                .collect(),
        })
        .collect()
    }

    fn is_option(&self, group: &Group<'_>) -> bool {
        let parent = group.first.at("parent").text("index");
        parent.is_some_and(|parent| self.0.iter().any(|other| other.indexes.contains(&parent)))
    }

    fn options_of(&self, group: &Group<'_>) -> impl Iterator<Item = &Group<'a>> {
        let indexes = group.indexes.clone();
        self.0.iter().filter(move |option| {
            option.first.at("parent").text("index").is_some_and(|parent| indexes.contains(&parent))
        })
    }

    /// Returns prerequisites: `5th level, Pact of the Tome`.
    fn prerequisite(&self, feature: Object<'_>, all: &Objects<'_>) -> Option<String> {
        let named = |file: &str, path: &str| {
            let index = path.rsplit('/').next()?;
            all.find(file, index)?.text("name").map(str::to_owned)
        };
        let needed: Vec<String> = feature
            .list("prerequisites")
            .filter_map(|it| {
                let level =
                    it.integer::<u8>("level").map(|level| format!("{} level", markdown::ordinal(level)));
                level
                    .or_else(|| it.text("spell").and_then(|path| named("Spells", path)))
                    .or_else(|| it.text("feature").and_then(|path| named("Features", path)))
            })
            .collect();
        (!needed.is_empty()).then(|| needed.join(", "))
    }
}

fn empty_feature() -> Feature {
    Feature { name: String::new(), levels: Vec::new(), text: String::new(), options: Vec::new() }
}

/// Returns the spellcasting rules of the class, if this feature refers to them.
fn spellcasting(feature: Object<'_>, class: Object<'_>) -> Vec<Part> {
    if !feature.text("reference").is_some_and(|reference| reference.ends_with("/spellcasting")) {
        return Vec::new();
    }
    let info = class.at("spellcasting").list("info");
    info.filter_map(|it| Some(Part { name: it.text("name")?.to_owned(), text: text_of(it, "desc") }))
        .collect()
}

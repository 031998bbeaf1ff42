//! The lists of the API.

use std::collections::BTreeSet;

use content::model::DocumentKey;
use serde_json::Value;

use crate::json::Object;

/// The role of a list's objects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Documents, entries and what entries cannot be read without.
    Current,
    /// Small lists that other objects refer to.
    Reference,
    /// Objects of the API's deprecated first version, which has objects and fields the second lacks.
    Older,
}

/// A list of the API.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Endpoint {
    /// The path, such as `/v2/spells/`.
    pub path: &'static str,
    /// The role of its objects.
    pub role: Role,
    /// The field that identifies its objects.
    pub key: &'static str,
    /// The parameter that filters by documents. The API ignores unknown ones, so a test compares every name.
    pub document_filter: Option<&'static str>,
    /// The fields to request; `None` for all.
    pub fields: Option<&'static str>,
}

const fn list(path: &'static str, role: Role) -> Endpoint {
    Endpoint { path, role, key: "key", document_filter: None, fields: None }
}

const fn content(path: &'static str) -> Endpoint {
    Endpoint { document_filter: Some("document__key__in"), ..list(path, Role::Current) }
}

const fn older(path: &'static str) -> Endpoint {
    Endpoint { key: "slug", document_filter: Some("document__slug__in"), ..list(path, Role::Older) }
}

/// The fields that are read from monsters of the first version: those that the second lacks or has wrong.
const MONSTER_FIELDS: &str = "slug,name,desc,document__slug,subtype,alignment,armor_desc,speed,perception,skills,damage_resistances,damage_immunities,condition_immunities,senses,actions,bonus_actions,reactions,legendary_desc,legendary_actions,special_abilities";
const SPELL_FIELDS: &str = "slug,name,document__slug,dnd_class,range";

pub(super) const OLDER_DOCUMENTS: Endpoint = Endpoint { document_filter: None, ..older("/v1/documents/") };

/// Every list that is fetched, longest first.
pub const ENDPOINTS: [Endpoint; 39] = [
    list("/v2/documents/", Role::Current),
    content("/v2/creatures/"),
    content("/v2/spells/"),
    content("/v2/magicitems/"),
    content("/v2/classes/"),
    content("/v2/rulesets/"),
    content("/v2/items/"),
    content("/v2/rules/"),
    content("/v2/backgrounds/"),
    content("/v2/species/"),
    content("/v2/weapons/"),
    content("/v2/feats/"),
    content("/v2/armor/"),
    list("/v2/itemsets/", Role::Current),
    list("/v2/creaturesets/", Role::Current),
    list("/v2/services/", Role::Current),
    list("/v2/languages/", Role::Current),
    list("/v2/environments/", Role::Current),
    list("/v2/weaponproperties/", Role::Current),
    list("/v2/spellschools/", Role::Current),
    list("/v2/abilities/", Role::Current),
    list("/v2/conditions/", Role::Current),
    list("/v2/skills/", Role::Current),
    list("/v2/creaturetypes/", Role::Current),
    list("/v2/damagetypes/", Role::Current),
    list("/v2/alignments/", Role::Current),
    list("/v2/licenses/", Role::Current),
    list("/v2/publishers/", Role::Current),
    list("/v2/gamesystems/", Role::Current),
    list("/v2/itemcategories/", Role::Reference),
    list("/v2/itemrarities/", Role::Reference),
    list("/v2/sizes/", Role::Reference),
    list("/v2/images/", Role::Reference),
    OLDER_DOCUMENTS,
    Endpoint { fields: Some(MONSTER_FIELDS), ..older("/v1/monsters/") },
    Endpoint { fields: Some(SPELL_FIELDS), ..older("/v1/spells/") },
    older("/v1/magicitems/"),
    older("/v1/weapons/"),
    older("/v1/armor/"),
];

/// Returns the document an object of `/v1/documents/` describes. Two have other keys than in version 2.
pub fn document_of_v1(document: &Value) -> Option<DocumentKey> {
    let document = Object::new(document);
    let related = document.text("v2_related_key").or_else(|| document.text("slug"))?;
    Some(DocumentKey::new(match related {
        "srd" | "wotc-srd" => "srd-2014",
        "a5e" => "a5e-ag",
        other => other,
    }))
}

pub(super) fn older_slugs(documents: &[Value], keys: &BTreeSet<DocumentKey>) -> Vec<String> {
    documents
        .iter()
        .filter(|document| document_of_v1(document).is_some_and(|key| keys.contains(&key)))
        .filter_map(|document| document.get("slug")?.as_str().map(str::to_owned))
        .collect()
}

use std::collections::BTreeSet;

use serde_json::Value;

use crate::ingest::json::Object;
use crate::model::DocumentKey;

/// What the objects of a list are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Documents and what they refer to. Nothing can be read without them.
    Source,
    /// Entries, each of one document.
    Content,
    /// Things that hold several descriptions, each of a document of its own.
    Descriptions,
    /// Small tables that other objects refer to.
    Reference,
    /// Objects of the first version of the API, which has things and fields that the second lacks. That version is on its way out.
    Older,
}

/// A list of the API.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Endpoint {
    /// Its path, such as `/v2/spells/`.
    pub path: &'static str,
    /// What its objects are.
    pub role: Role,
    /// The field that tells its objects apart.
    pub key: &'static str,
    /// The parameter that takes a list of documents and gives only their objects. The API ignores a parameter that
    /// it does not know, so every name here is checked against the list of those it knows.
    pub document_filter: Option<&'static str>,
    /// The fields to ask for; without, all.
    pub fields: Option<&'static str>,
}

const fn v2(path: &'static str, role: Role) -> Endpoint {
    Endpoint { path, role, key: "key", document_filter: None, fields: None }
}

const fn content(path: &'static str) -> Endpoint {
    Endpoint { document_filter: Some("document__key__in"), ..v2(path, Role::Content) }
}

const fn older(path: &'static str) -> Endpoint {
    Endpoint {
        path,
        role: Role::Older,
        key: "slug",
        document_filter: Some("document__slug__in"),
        fields: None,
    }
}

/// What is read of a monster of the first version. On the rest both versions agree.
const MONSTER_FIELDS: &str = "slug,name,desc,document__slug,size,type,subtype,alignment,armor_class,armor_desc,hit_points,hit_dice,speed,perception,skills,damage_vulnerabilities,damage_resistances,damage_immunities,condition_immunities,senses,languages,environments,actions,bonus_actions,reactions,legendary_desc,legendary_actions,special_abilities";
/// What is read of a spell of the first version. On the rest both versions agree.
const SPELL_FIELDS: &str = "slug,name,document__slug,level_int,school,dnd_class,range,casting_time,duration";

/// The documents of the first version.
pub(super) const OLDER_DOCUMENTS: Endpoint = Endpoint { document_filter: None, ..older("/v1/documents/") };

/// Every list that is fetched, the longest first.
pub const ENDPOINTS: [Endpoint; 39] = [
    v2("/v2/documents/", Role::Source),
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
    v2("/v2/itemsets/", Role::Content),
    v2("/v2/creaturesets/", Role::Content),
    v2("/v2/services/", Role::Content),
    v2("/v2/languages/", Role::Content),
    v2("/v2/environments/", Role::Content),
    v2("/v2/weaponproperties/", Role::Content),
    v2("/v2/spellschools/", Role::Content),
    v2("/v2/abilities/", Role::Descriptions),
    v2("/v2/conditions/", Role::Descriptions),
    v2("/v2/skills/", Role::Descriptions),
    v2("/v2/creaturetypes/", Role::Descriptions),
    v2("/v2/damagetypes/", Role::Descriptions),
    v2("/v2/alignments/", Role::Descriptions),
    v2("/v2/licenses/", Role::Source),
    v2("/v2/publishers/", Role::Source),
    v2("/v2/gamesystems/", Role::Source),
    v2("/v2/itemcategories/", Role::Reference),
    v2("/v2/itemrarities/", Role::Reference),
    v2("/v2/sizes/", Role::Reference),
    v2("/v2/images/", Role::Reference),
    OLDER_DOCUMENTS,
    Endpoint { fields: Some(MONSTER_FIELDS), ..older("/v1/monsters/") },
    Endpoint { fields: Some(SPELL_FIELDS), ..older("/v1/spells/") },
    older("/v1/magicitems/"),
    older("/v1/weapons/"),
    older("/v1/armor/"),
];

/// The document that an object of `/v1/documents/` is. Two are called otherwise than in the second version.
#[must_use]
pub fn document_of_v1(document: &Value) -> Option<DocumentKey> {
    let document = Object::new(document);
    let related = document.text("v2_related_key").or_else(|| document.text("slug"))?;
    Some(DocumentKey::new(match related {
        "srd" | "wotc-srd" => "srd-2014",
        "a5e" => "a5e-ag",
        other => other,
    }))
}

/// How the first version calls the wanted documents.
pub(super) fn older_slugs(documents: &[Value], wanted: &BTreeSet<DocumentKey>) -> Vec<String> {
    documents
        .iter()
        .filter(|document| document_of_v1(document).is_some_and(|key| wanted.contains(&key)))
        .filter_map(|document| document.get("slug")?.as_str().map(str::to_owned))
        .collect()
}

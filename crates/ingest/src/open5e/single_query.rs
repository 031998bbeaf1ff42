//! Sends one query on behalf of a lookup.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::api_query::ApiQuery;
use super::client::{Client, Page};
use super::failure::Failure;
use super::normalise::{Objects, kind_of_list, older_list};
use crate::json::Object;

/// The answer to a query.
#[derive(Debug)]
pub struct ApiAnswer {
    /// The objects, and those they refer to.
    pub objects: Objects,
    /// The number of matching objects.
    pub count: u64,
    /// True if all of them were received.
    pub complete: bool,
}

impl Client {
    /// Sends one query.
    pub async fn ask(&self, question: &ApiQuery) -> Result<ApiAnswer, Failure> {
        let page = self.page_of(question).await?;
        let mut objects = Objects::default();
        let count = page.count.max(page.objects.len() as u64);
        let complete = !page.more && page.objects.len() as u64 == page.count;
        if let Some((path, keys)) = companions(question.path, &page.objects) {
            let found = self.page(path, &[("key__in", &keys), ("limit", "100")]).await?;
            objects.add(path, found.objects);
        }
        objects.add(question.path, page.objects);
        Ok(ApiAnswer { objects, count, complete })
    }

    /// Fetches the page that a query asks for, without what its objects refer to.
    pub async fn page_of(&self, query: &ApiQuery) -> Result<Page, Failure> {
        let parameters = query.parameters();
        let parameters: Vec<(&str, &str)> =
            parameters.iter().map(|(name, value)| (*name, value.as_str())).collect();
        self.page(query.path, &parameters).await
    }

    /// Fetches the documents of the API. Data that only version 1 has may be missing.
    pub async fn documents(&self) -> Result<Vec<(&'static str, Vec<Value>)>, Failure> {
        let all = [("limit", "500")];
        let (current, older) = futures::future::join(
            Box::pin(self.page("/v2/documents/", &all)),
            Box::pin(self.page("/v1/documents/", &all)),
        )
        .await;
        let older = older.map(|page| page.objects).unwrap_or_default();
        Ok(vec![("/v2/documents/", current?.objects), ("/v1/documents/", older)])
    }
}

/// Returns the query for version 1 counterparts of version 2 objects; `None` if none exists or helps.
pub fn query_of_counterparts(path: &str, objects: &[&Value]) -> Option<ApiQuery> {
    let path = older_list(kind_of_list(path)?)?;
    let slugs: Vec<String> = objects.iter().flat_map(|object| older_slugs_of(Object::new(object))).collect();
    let conditions = BTreeMap::from([("slug__in", slugs.join(","))]);
    let query = ApiQuery { path, conditions, documents: None, ordering: None, limit: 200 };
    (!slugs.is_empty()).then_some(query)
}

/// Some documents have slugs of their own form.
fn older_slugs_of(object: Object<'_>) -> Vec<String> {
    let (Some(key), Some(document)) = (object.text("key"), object.at("document").text("key")) else {
        return Vec::new();
    };
    let slug = key.split_once('_').map_or(key, |(_, slug)| slug);
    let slugs = match document {
        "srd-2024" | "open5e-2024" | "spells-that-dont-suck" => Vec::new(),
        "a5e-ag" | "a5e-mm" => vec![format!("{slug}-a5e")],
        "bfrd" => vec![format!("{}_bf", slug.replace('-', "_"))],
        "tob-2023" => vec![format!("{}-tob1-2023", slug.replace('-', "")), format!("{slug}-tob1-2023")],
        _ => vec![slug.to_owned()],
    };
    // A slug with a comma would be read as two.
    slugs.into_iter().filter(|slug| !slug.contains(',')).collect()
}

/// Returns the keys of the chapters of sections, or of the weapons of items, which alone have a range.
fn companions(path: &str, objects: &[Value]) -> Option<(&'static str, String)> {
    let objects = || objects.iter().map(Object::new);
    let (path, mut keys): (_, BTreeSet<&str>) = match path {
        "/v2/rules/" => ("/v2/rulesets/", objects().filter_map(|it| it.text("ruleset")).collect()),
        "/v2/items/" => {
            let weapons = objects().map(|it| it.at("weapon")).filter(|weapon| {
                weapon.list("properties").any(|it| it.at("property").text("name") == Some("Ammunition"))
            });
            ("/v2/weapons/", weapons.filter_map(|weapon| weapon.text("key")).collect())
        }
        _ => return None,
    };
    // A key with a comma would be read as two.
    keys.retain(|key| !key.contains(','));
    (!keys.is_empty()).then(|| (path, Vec::from_iter(keys).join(",")))
}

//! Queries of the API and their scopes.

use std::collections::BTreeMap;

use super::endpoints::ENDPOINTS;

/// A query of the API: one page of one list, filtered by conditions that the API supports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiQuery {
    /// The list, such as `/v2/spells/`.
    pub path: &'static str,
    /// The values of the conditions by parameter.
    pub conditions: BTreeMap<&'static str, String>,
    /// The keys, sorted; `None` for all. They do not limit lists that the API cannot filter by document.
    pub documents: Option<Vec<String>>,
    /// The field by which the API sorts; `None` for its own order.
    pub ordering: Option<&'static str>,
    /// The maximum number of objects.
    pub limit: u32,
}

impl ApiQuery {
    /// Returns the parameters by name.
    pub fn parameters(&self) -> BTreeMap<&'static str, String> {
        let mut parameters = self.conditions.clone();
        // Lists of descriptions have no filter, since their objects hold descriptions of several documents.
        let endpoint = ENDPOINTS.iter().find(|it| it.path == self.path);
        let filter = endpoint.and_then(|it| it.document_filter).zip(self.documents.as_ref());
        parameters.extend(filter.map(|(filter, documents)| (filter, documents.join(","))));
        parameters.extend(endpoint.and_then(|it| it.fields).map(|fields| ("fields", fields.to_owned())));
        parameters.insert("limit", self.limit.to_string());
        parameters.extend(self.ordering.map(|field| ("ordering", field.to_owned())));
        parameters
    }

    /// Returns the key under which the answer is cached: method, address and sorted parameters.
    pub fn key(&self, base: &str) -> String {
        format!("GET {}", address(base, self.path, &self.parameters()))
    }

    /// Returns the address without limit and order, which identifies the set of objects that match.
    pub fn scope(&self, base: &str) -> String {
        let mut parameters = self.parameters();
        parameters.remove("limit");
        parameters.remove("ordering");
        address(base, self.path, &parameters)
    }

    /// Returns the scopes of wider queries whose complete answers contain this one's: the whole list, the
    /// lists of all its documents together, and the list filtered by any one of its conditions. The scopes of
    /// an inner list answer it together.
    pub fn covers(&self, base: &str) -> Vec<Vec<String>> {
        let mut covers = vec![vec![whole_list(base, self.path)]];
        if let Some(documents) = &self.documents {
            let each = documents.iter().map(|document| list_of_document(base, self.path, document));
            covers.push(each.collect());
        }
        for (name, value) in &self.conditions {
            covers.push(vec![address(base, self.path, &BTreeMap::from([(*name, value.clone())]))]);
        }
        covers
    }
}

/// Returns the scope of a whole list.
pub fn whole_list(base: &str, path: &str) -> String {
    format!("{base}{path}")
}

/// Returns the scope of a document's objects in a list.
pub fn list_of_document(base: &str, path: &str, document: &str) -> String {
    address(base, path, &BTreeMap::from([("document__key__in", document.to_owned())]))
}

fn address(base: &str, path: &str, parameters: &BTreeMap<&str, String>) -> String {
    let mut address = whole_list(base, path);
    if !parameters.is_empty() {
        let query = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(parameters).finish();
        address.push('?');
        address.push_str(&query);
    }
    address
}

#[cfg(test)]
mod tests;

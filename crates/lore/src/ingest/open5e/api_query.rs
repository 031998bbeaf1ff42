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
    /// The keys of the documents, sorted; `None` for all. They do not limit lists that the API cannot filter by document.
    pub documents: Option<Vec<String>>,
    /// The field by which the API sorts; `None` for its own order.
    pub ordering: Option<&'static str>,
    /// The maximum number of objects.
    pub limit: u32,
}

impl ApiQuery {
    /// The parameter that filters the list by document. Lists of descriptions have none, since their objects hold descriptions of
    /// several documents.
    fn document_filter(&self) -> Option<&'static str> {
        ENDPOINTS.iter().find(|endpoint| endpoint.path == self.path)?.document_filter
    }

    /// Returns the parameters by name.
    #[must_use]
    pub fn parameters(&self) -> BTreeMap<&'static str, String> {
        let mut parameters = self.conditions.clone();
        if let Some((filter, documents)) = self.document_filter().zip(self.documents.as_ref()) {
            parameters.insert(filter, documents.join(","));
        }
        parameters.insert("limit", self.limit.to_string());
        parameters.extend(self.ordering.map(|field| ("ordering", field.to_owned())));
        parameters
    }

    /// Returns the key under which the answer is cached: method, address and sorted parameters.
    #[must_use]
    pub fn key(&self, base: &str) -> String {
        format!("GET {}", address(base, self.path, &self.parameters()))
    }

    /// Returns the address without limit and order, which identifies the set of objects that match.
    #[must_use]
    pub fn scope(&self, base: &str) -> String {
        let mut parameters = self.parameters();
        parameters.remove("limit");
        parameters.remove("ordering");
        address(base, self.path, &parameters)
    }

    /// Returns the scopes of wider queries whose complete answers contain this one's: the whole list, the lists of all its
    /// documents together, and the list filtered by any one of its conditions. The scopes of an inner list answer it together.
    #[must_use]
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
#[must_use]
pub fn whole_list(base: &str, path: &str) -> String {
    format!("{base}{path}")
}

/// Returns the scope of a document's objects in a list.
#[must_use]
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
mod tests {
    use super::*;

    fn query() -> ApiQuery {
        ApiQuery {
            path: "/v2/spells/",
            conditions: BTreeMap::from([
                ("name__iexact", "fire & ice".to_owned()),
                ("level", "3".to_owned()),
            ]),
            documents: Some(vec!["kp".to_owned(), "tob".to_owned()]),
            ordering: Some("name"),
            limit: 20,
        }
    }

    #[test]
    fn the_key_is_method_address_and_sorted_query() {
        assert_eq!(
            query().key("http://x"),
            "GET http://x/v2/spells/?document__key__in=kp%2Ctob&level=3&limit=20&name__iexact=fire+%26+ice&ordering=name"
        );
    }

    #[test]
    fn wider_queries_have_fewer_conditions() {
        let covers = query().covers("http://x");
        let documents = ["kp", "tob"].map(|key| format!("http://x/v2/spells/?document__key__in={key}"));
        assert_eq!(covers[0], ["http://x/v2/spells/"]);
        assert_eq!(covers[1], documents);
        assert_eq!(covers[2], ["http://x/v2/spells/?level=3"]);
        assert_eq!(covers.len(), 4);
        assert!(!query().scope("http://x").contains("limit"));
    }

    #[test]
    fn lists_of_descriptions_are_not_filtered_by_document() {
        let conditions = ApiQuery { path: "/v2/conditions/", conditions: BTreeMap::new(), ..query() };
        assert_eq!(conditions.scope("http://x"), "http://x/v2/conditions/");
    }
}

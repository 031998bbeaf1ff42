use std::collections::BTreeMap;

use super::endpoints::ENDPOINTS;

/// A question to the API: one page of one list, limited by conditions that the API knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// The list, such as `/v2/spells/`.
    pub path: &'static str,
    /// The conditions by the name of their parameter.
    pub conditions: BTreeMap<&'static str, String>,
    /// The keys of the documents that are wanted, sorted; all when absent. A list that cannot be limited to them is
    /// asked for whole.
    pub documents: Option<Vec<String>>,
    /// By which field the API sorts; by its own order when absent.
    pub ordering: Option<&'static str>,
    /// How many objects to send at most.
    pub most: u32,
}

impl Question {
    /// The parameter that limits this list to documents, where it is used. Lists of descriptions are not limited: an
    /// object there has descriptions of several documents.
    fn document_filter(&self) -> Option<&'static str> {
        ENDPOINTS.iter().find(|endpoint| endpoint.path == self.path)?.document_filter
    }

    /// Everything that is sent, by name.
    #[must_use]
    pub fn parameters(&self) -> BTreeMap<&'static str, String> {
        let mut parameters = self.conditions.clone();
        if let Some((filter, documents)) = self.document_filter().zip(self.documents.as_ref()) {
            parameters.insert(filter, documents.join(","));
        }
        parameters.insert("limit", self.most.to_string());
        parameters.extend(self.ordering.map(|field| ("ordering", field.to_owned())));
        parameters
    }

    /// What it is remembered by: method, address and sorted query.
    #[must_use]
    pub fn key(&self, base: &str) -> String {
        format!("GET {}", address(base, self.path, &self.parameters()))
    }

    /// Which objects it asks for, however many.
    #[must_use]
    pub fn scope(&self, base: &str) -> String {
        let mut parameters = self.parameters();
        parameters.remove("limit");
        parameters.remove("ordering");
        address(base, self.path, &parameters)
    }

    /// The scopes of wider questions whose complete answers answer it, too; each inner list does so together: the whole
    /// list, the list of each document that is wanted, and the list by any one of its conditions.
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

/// The scope of a whole list.
#[must_use]
pub fn whole_list(base: &str, path: &str) -> String {
    format!("{base}{path}")
}

/// The scope of everything in a list that belongs to a document.
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

    fn question() -> Question {
        Question {
            path: "/v2/spells/",
            conditions: BTreeMap::from([
                ("name__iexact", "fire & ice".to_owned()),
                ("level", "3".to_owned()),
            ]),
            documents: Some(vec!["kp".to_owned(), "tob".to_owned()]),
            ordering: Some("name"),
            most: 20,
        }
    }

    #[test]
    fn the_key_is_method_address_and_sorted_query() {
        assert_eq!(
            question().key("http://x"),
            "GET http://x/v2/spells/?document__key__in=kp%2Ctob&level=3&limit=20&name__iexact=fire+%26+ice&ordering=name"
        );
    }

    #[test]
    fn a_wider_question_has_fewer_conditions() {
        let covers = question().covers("http://x");
        let documents = ["kp", "tob"].map(|key| format!("http://x/v2/spells/?document__key__in={key}"));
        assert_eq!(covers[0], ["http://x/v2/spells/"]);
        assert_eq!(covers[1], documents);
        assert_eq!(covers[2], ["http://x/v2/spells/?level=3"]);
        assert_eq!(covers.len(), 4);
        assert!(!question().scope("http://x").contains("limit"));
    }

    #[test]
    fn a_list_of_descriptions_is_never_limited_to_documents() {
        let conditions = Question { path: "/v2/conditions/", conditions: BTreeMap::new(), ..question() };
        assert_eq!(conditions.scope("http://x"), "http://x/v2/conditions/");
    }
}

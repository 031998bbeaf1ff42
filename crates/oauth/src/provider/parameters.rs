//! The parameters of OAuth requests, in addresses and forms.

use std::collections::HashMap;

/// Parameters by name.
#[derive(Debug, Default)]
pub(super) struct Parameters(HashMap<String, String>);

impl Parameters {
    /// Parses a query or a form. A parameter given twice counts as missing, because its readers could take different ones (RFC
    /// 6749, section 3.1).
    pub(super) fn parse(text: &[u8]) -> Self {
        let mut found: HashMap<String, Option<String>> = HashMap::new();
        for (name, value) in url::form_urlencoded::parse(text) {
            found
                .entry(name.into_owned())
                .and_modify(|value| *value = None)
                .or_insert_with(|| Some(value.into_owned()));
        }
        Self(found.into_iter().filter_map(|(name, value)| Some((name, value?))).collect())
    }

    /// Returns a parameter that is neither missing nor empty.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str).filter(|value| !value.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_given_twice_counts_as_missing() {
        let parameters = Parameters::parse(b"a=1&b=&c=x%20y&d=1&d=2");
        let all = ["a", "b", "c", "d", "e"].map(|name| parameters.get(name));
        assert_eq!(all, [Some("1"), None, Some("x y"), None, None]);
    }
}

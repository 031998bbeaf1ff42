//! The words within a tag.

/// The words within a tag: values, and values with a name.
#[derive(Debug, Default)]
pub(super) struct Config {
    pub(super) values: Vec<String>,
    pub(super) named: Vec<(String, String)>,
    /// The parts between `&`, each by itself.
    pub(super) several: Vec<Config>,
}

impl Config {
    pub(super) fn read(text: &str) -> Self {
        let mut parts = text.split('&').map(Self::part);
        let first = parts.next().unwrap_or_default();
        let mut whole =
            Self { values: first.values.clone(), named: first.named.clone(), several: vec![first] };
        for part in parts {
            whole.values.extend(part.values.iter().cloned());
            whole.named.extend(part.named.iter().cloned());
            whole.several.push(part);
        }
        whole
    }

    fn part(text: &str) -> Self {
        let mut config = Self::default();
        let mut word = String::new();
        let mut is_quoted = false;
        for letter in text.chars().chain([' ']) {
            match letter {
                '"' => is_quoted = !is_quoted,
                ' ' | '\n' | '\t' if !is_quoted => {
                    let word = std::mem::take(&mut word);
                    match word.split_once('=') {
                        Some((name, value)) => config.named.push((name.to_owned(), value.to_owned())),
                        None if !word.is_empty() => config.values.push(word),
                        None => {}
                    }
                }
                letter => word.push(letter),
            }
        }
        config
    }

    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.named.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Returns true for a word, or a name that is not false.
    pub(super) fn has(&self, name: &str) -> bool {
        self.values.iter().any(|value| value == name)
            || self.get(name).is_some_and(|value| value != "false")
            || self.get("format") == Some(name)
            || self.get("style") == Some(name)
    }

    pub(super) fn is_long(&self) -> bool {
        self.get("format") == Some("long") || self.has("long")
    }
}

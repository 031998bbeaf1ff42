//! Conditions on the names of objects.

/// The maximum length of a name in a query, in characters. No known name is longer.
const MAX_NAME_CHARS: usize = 100;
/// The minimum length of a part of a name in a query, in characters. Nearly every name contains shorter ones.
const MIN_PART_CHARS: usize = 3;

/// A condition on the name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Name {
    /// The whole name, in any case.
    Whole(String),
    /// A part of the name; `exact` if the lookup selects every name that contains it.
    Part { part: String, exact: bool },
}

impl Name {
    /// Returns also whether the API checks the whole condition; `None` if it cannot filter the list this way.
    pub(super) fn condition(&self, path: &str) -> Option<(&'static str, String, bool)> {
        // The API's `name__contains` ignores case, too.
        let part_of = match path {
            "/v2/classes/" | "/v2/rulesets/" => "name__contains",
            _ => "name__icontains",
        };
        match self {
            Name::Whole(name) if path == "/v2/rulesets/" => {
                (name.chars().count() >= MIN_PART_CHARS).then(|| (part_of, name.clone(), false))
            }
            Name::Whole(name) => Some(("name__iexact", name.clone(), true)),
            Name::Part { part, exact } => Some((part_of, part.clone(), *exact)),
        }
    }
}

/// In the order of the attempts. Empty without a name; `None` if the API cannot be queried by it.
pub(super) fn names(name: Option<&str>) -> Option<Vec<Name>> {
    let Some(name) = name.map(str::trim).filter(|name| !name.is_empty()) else { return Some(Vec::new()) };
    if name.chars().count() > MAX_NAME_CHARS {
        return None;
    }
    if name.contains(['*', '%']) {
        return pattern(name).map(|part| vec![part]);
    }
    let whole = normalised(name);
    let mut names = vec![Name::Whole(whole.clone())];
    // Open5e uses both apostrophes, and a slug has hyphens where the name has spaces.
    if whole.contains('\'') {
        names.push(Name::Whole(whole.replace('\'', "\u{2019}")));
    } else if whole.contains('-') && !whole.contains(' ') {
        names.push(Name::Whole(whole.replace('-', " ")));
    }
    if whole.chars().count() >= MIN_PART_CHARS {
        names.push(Name::Part { part: whole, exact: true });
    }
    Some(names)
}

/// Returns the longest part of a pattern between wildcards.
fn pattern(name: &str) -> Option<Name> {
    let parts = name.split(['*', '%']).map(normalised);
    let part = parts.max_by_key(|part| part.chars().count())?;
    let inner = name.trim_matches(['*', '%']);
    let is_open = name.starts_with(['*', '%']) && name.ends_with(['*', '%']);
    let exact = is_open && inner.trim() == inner && !inner.contains(['*', '%']);
    (part.chars().count() >= MIN_PART_CHARS).then_some(Name::Part { part, exact })
}

/// Accents stay, since the API compares them.
fn normalised(name: &str) -> String {
    let straight = name.to_lowercase().replace(['\u{2018}', '\u{2019}'], "'");
    let shown: String = straight.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    shown.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The longest name that is asked for. The longest known has under 100 characters.
const LONGEST: usize = 100;
/// The shortest part of a name that is asked for: shorter ones stand in nearly every name.
const SHORTEST_PART: usize = 3;

/// One way in which a name is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Name {
    /// The whole name, whatever its case.
    Whole(String),
    /// A part of the name; whether every name with it is wanted.
    Part { part: String, exact: bool },
}

impl Name {
    /// The parameter and value by which a list is asked for it, and whether that says all of it; `None` when the API
    /// cannot filter this list so.
    pub(super) fn condition(&self, path: &str) -> Option<(&'static str, String, bool)> {
        // `name__contains` of the API ignores case, too.
        let part_of = match path {
            "/v2/classes/" | "/v2/rulesets/" => "name__contains",
            _ => "name__icontains",
        };
        match self {
            Name::Whole(name) if path == "/v2/rulesets/" => {
                (name.chars().count() >= SHORTEST_PART).then(|| (part_of, name.clone(), false))
            }
            Name::Whole(name) => Some(("name__iexact", name.clone(), true)),
            Name::Part { part, exact } => Some((part_of, part.clone(), *exact)),
        }
    }
}

/// The ways in which a name is asked for, in order: whole, whole in another spelling, as a part. None when there is no
/// name; `None` when nothing sensible can be asked.
pub(super) fn names(name: Option<&str>) -> Option<Vec<Name>> {
    let Some(name) = name.map(str::trim).filter(|name| !name.is_empty()) else { return Some(Vec::new()) };
    if name.chars().count() > LONGEST {
        return None;
    }
    if name.contains(['*', '%']) {
        return pattern(name).map(|part| vec![part]);
    }
    let whole = spelled(name);
    let mut names = vec![Name::Whole(whole.clone())];
    // Open5e writes both apostrophes; and a slug has hyphens where its name has spaces.
    if whole.contains('\'') {
        names.push(Name::Whole(whole.replace('\'', "\u{2019}")));
    } else if whole.contains('-') && !whole.contains(' ') {
        names.push(Name::Whole(whole.replace('-', " ")));
    }
    if whole.chars().count() >= SHORTEST_PART {
        names.push(Name::Part { part: whole, exact: true });
    }
    Some(names)
}

/// The longest part between the stars of a pattern.
fn pattern(name: &str) -> Option<Name> {
    let parts = name.split(['*', '%']).map(spelled);
    let part = parts.max_by_key(|part| part.chars().count())?;
    let exact = name.trim_matches(['*', '%']).trim() == name.trim_matches(['*', '%'])
        && name.starts_with(['*', '%'])
        && name.ends_with(['*', '%'])
        && !name.trim_matches(['*', '%']).contains(['*', '%']);
    (part.chars().count() >= SHORTEST_PART).then_some(Name::Part { part, exact })
}

/// A name in the one spelling in which it is asked for: lower case, straight apostrophes, single spaces. Accents stay:
/// without them the API would not know the name.
fn spelled(name: &str) -> String {
    let straight = name.to_lowercase().replace(['\u{2018}', '\u{2019}'], "'");
    let shown: String = straight.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    shown.split_whitespace().collect::<Vec<_>>().join(" ")
}

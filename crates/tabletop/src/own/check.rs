//! Checks the fields of an own entry, each by its description.

use content::model::{ABILITIES, ChallengeRating, clean, fold, in_one_line, quoted, shown};
use content::query::{MAX_NEAREST, nearest};
use ingest::markdown::ability_in_full;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use text::{Pattern, pattern};

use super::form::{FormField, Input};

const MAX_LINE_CHARS: usize = 500;
/// The maximum number of lines or passages of a field.
pub const MAX_ITEMS: usize = 200;
const SCORES: (i64, i64) = (1, 30);
const BONUSES: (i64, i64) = (-20, 40);

static DICE: Pattern = pattern!(r"^\d{0,4}d\d{1,4}(?:[+-]\d{1,5})?$|^\d{1,5}$");

/// A value that cannot be stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[schemars(rename = "FieldProblem")]
pub struct Problem {
    /// The field, such as `level` or `actions`.
    pub field: String,
    /// The problem and what would be valid, as a sentence.
    pub problem: String,
}

impl Problem {
    /// Creates a problem of a field.
    pub fn new(field: &str, problem: impl Into<String>) -> Self {
        Self { field: field.to_owned(), problem: problem.into() }
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`{}`: {}", shown(&self.field), self.problem)
    }
}

/// An empty value, which clears a field, is returned as null. A value that `before` has is accepted as is.
pub(super) fn fields(
    form: &[FormField],
    given: &Map<String, Value>,
    before: &Map<String, Value>,
) -> (Map<String, Value>, Vec<Problem>) {
    let (mut valid, mut problems) = (Map::new(), Vec::new());
    for (name, value) in given {
        let Some(field) = form.iter().find(|field| field.name == meant(name, value)) else {
            // It is derived from `challenge_rating`.
            if name != "challenge_rating_decimal" {
                problems.push(unknown(name, form));
            }
            continue;
        };
        let is_known = before.get(field.name) == Some(value);
        let read = if is_known { Ok(value.clone()) } else { value_of(field, value) };
        match read {
            Ok(value) => {
                valid.insert(field.name.to_owned(), value);
            }
            Err(problem) => problems.push(Problem::new(name, problem)),
        }
    }
    (valid, problems)
}

/// Legendary actions are a number, or passages.
fn meant<'a>(name: &'a str, value: &Value) -> &'a str {
    if name == "legendary_actions" && value.is_array() { "legendary_parts" } else { name }
}

fn unknown(name: &str, form: &[FormField]) -> Problem {
    let names: Vec<&str> = form.iter().map(|field| field.name).collect();
    let near = quoted(&nearest(name, &names, MAX_NEAREST));
    let all = names.join(", ");
    Problem::new(
        &shown(name),
        format!("there is no such field; the nearest are {near}. The fields are {all}."),
    )
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    }
}

fn value_of(field: &FormField, value: &Value) -> Result<Value, String> {
    if is_empty(value) {
        return Ok(Value::Null);
    }
    let example = field.example;
    match field.input {
        Input::Line => line(value, example).map(Value::from),
        Input::Paragraphs => match value {
            Value::String(text) => Ok(clean(text).trim().into()),
            other => Err(expected("a text", other)),
        },
        Input::Number => whole(value, field.min.unwrap_or(0), field.max.unwrap_or(i64::MAX)).map(Value::from),
        Input::Amount => amount(value),
        Input::Flag => flag(value),
        Input::Rating => rating(value),
        Input::Dice => {
            let dice = line(value, example)?.replace(['−', '–'], "-").replace(' ', "").to_lowercase();
            let wrong = || expected(&format!("dice such as `{example}`"), value);
            if DICE.is_match(&dice) { Ok(dice.into()) } else { Err(wrong()) }
        }
        Input::Choice => choice(field.choices, value).map(Value::from),
        Input::Words => words(field.choices, &line(value, example)?).map(Value::from),
        Input::List => list(value, |item| line(item, example)).map(Value::from),
        Input::Choices => list(value, |item| choice(field.choices, item).map(str::to_owned)).map(Value::from),
        Input::Bonuses => bonuses(field.choices, value, example),
        Input::Scores => scores(value),
        Input::Parts => parts(value, example),
    }
}

fn as_given(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn expected(valid: &str, value: &Value) -> String {
    format!("`{}` is not valid; give {valid}.", shown(&as_given(value)))
}

fn line(value: &Value, example: &str) -> Result<String, String> {
    let Value::String(text) = value else {
        return Err(expected(&format!("a text such as `{example}`"), value));
    };
    let text = in_one_line(clean(text).trim());
    match text.chars().count() {
        0..=MAX_LINE_CHARS => Ok(text),
        count => Err(format!("it has {count} characters; {MAX_LINE_CHARS} are possible.")),
    }
}

fn whole(value: &Value, min: i64, max: i64) -> Result<i64, String> {
    let number = match value {
        Value::String(text) => text.trim().trim_start_matches('+').parse().ok(),
        #[expect(clippy::cast_possible_truncation, reason = "it is whole, and too great a number saturates")]
        Value::Number(number) => {
            number.as_i64().or_else(|| number.as_f64().filter(|it| it.fract() == 0.0).map(|it| it as i64))
        }
        _ => None,
    };
    let number = number.filter(|number| (min..=max).contains(number));
    number.ok_or_else(|| expected(&format!("a whole number from {min} to {max}"), value))
}

fn amount(value: &Value) -> Result<Value, String> {
    let number = match value {
        Value::String(text) => text.trim().parse().ok(),
        other => other.as_f64(),
    };
    let number = number.filter(|number: &f64| number.is_finite() && *number >= 0.0);
    number.map(Value::from).ok_or_else(|| expected("a number from 0", value))
}

fn flag(value: &Value) -> Result<Value, String> {
    let word = value.as_str().map(|text| fold(text.trim()));
    match (value, word.as_deref()) {
        (Value::Bool(_), _) => Ok(value.clone()),
        (_, Some("true" | "yes")) => Ok(true.into()),
        (_, Some("false" | "no")) => Ok(false.into()),
        _ => Err(expected("true or false", value)),
    }
}

fn rating(value: &Value) -> Result<Value, String> {
    let rating = match value {
        Value::String(text) => text.parse().ok(),
        other => other.as_f64().and_then(|number| ChallengeRating::from_decimal(number).ok()),
    };
    let wrong = || expected("0, 1/8, 1/4, 1/2, or a whole number from 1 to 30", value);
    rating.map(|rating: ChallengeRating| json!(rating)).ok_or_else(wrong)
}

fn choice(choices: &[&'static str], value: &Value) -> Result<&'static str, String> {
    let wanted = fold(as_given(value).trim()).replace(['-', '_'], " ");
    let of_ability = ability_in_full(&wanted).map(fold);
    let is_meant = |choice: &&&str| {
        let choice = fold(choice);
        choice == wanted || Some(choice) == of_ability
    };
    choices
        .iter()
        .find(is_meant)
        .copied()
        .ok_or_else(|| expected(&format!("one of {}", choices.join(", ")), value))
}

/// Reads words with `,`, `or` or `and` between them.
fn words(choices: &[&'static str], text: &str) -> Result<String, String> {
    let choice = |word: &str| choices.iter().find(|choice| fold(choice) == fold(word));
    let is_known = |word: &&str| matches!(fold(word).as_str(), "" | "or" | "and") || choice(word).is_some();
    if let Some(wrong) = text.split([' ', ',', '/']).find(|word| !is_known(word)) {
        return Err(format!("`{}` is not valid; give {}.", shown(wrong), choices.join(", ")));
    }
    let spelt = |word: &str| choice(word).map_or_else(|| word.to_lowercase(), |choice| (*choice).to_owned());
    let words = text.split(' ').map(|word| match word.strip_suffix(',') {
        Some(word) => format!("{},", spelt(word)),
        None => spelt(word),
    });
    Ok(words.collect::<Vec<_>>().join(" "))
}

fn list(value: &Value, item: impl Fn(&Value) -> Result<String, String>) -> Result<Vec<String>, String> {
    let items: Vec<Value> = match value {
        Value::Array(items) => items.clone(),
        Value::String(text) => text.split(',').map(|item| item.trim().into()).collect(),
        other => return Err(expected("a list", other)),
    };
    if items.len() > MAX_ITEMS {
        return Err(format!("it has {} items; {MAX_ITEMS} are possible.", items.len()));
    }
    items.iter().filter(|item| !is_empty(item)).map(item).collect()
}

/// Reads bonuses from an object, or from a text such as `Dex +4, Con +2`.
pub(super) fn bonuses(choices: &[&'static str], value: &Value, example: &str) -> Result<Value, String> {
    let wrong = || expected(&format!("bonuses by name such as `{example}`"), value);
    let given: Vec<(String, Value)> = match value {
        Value::Object(fields) => fields.iter().map(|(name, bonus)| (name.clone(), bonus.clone())).collect(),
        Value::String(text) => {
            let bonus = |part: &str| {
                let (name, bonus) = part.trim().rsplit_once(' ')?;
                Some((name.to_owned(), Value::from(bonus.replace(['−', '–'], "-"))))
            };
            text.split(',').map(bonus).collect::<Option<_>>().ok_or_else(wrong)?
        }
        _ => return Err(wrong()),
    };
    let mut read = Map::new();
    for (name, bonus) in given.iter().filter(|(_, bonus)| !is_empty(bonus)) {
        let name = choice(choices, &Value::from(name.as_str())).map_err(|_| {
            let near = nearest(name, choices, MAX_NEAREST).join(", ");
            format!("`{}` is not valid; give {near} or another.", shown(name))
        })?;
        let bonus = whole(bonus, BONUSES.0, BONUSES.1).map_err(|problem| format!("{name}: {problem}"))?;
        read.insert(name.to_owned(), bonus.into());
    }
    Ok(if read.is_empty() { Value::Null } else { read.into() })
}

fn scores(value: &Value) -> Result<Value, String> {
    let Value::Object(given) = value else {
        return Err(expected("the six scores such as `{\"strength\": 14, \"dexterity\": 12, …}`", value));
    };
    let mut read = Map::new();
    for (name, score) in given.iter().filter(|(_, score)| !is_empty(score)) {
        let unknown =
            || format!("there is no ability `{}`; there are {}.", shown(name), ABILITIES.join(", "));
        let ability = ability_in_full(name).ok_or_else(unknown)?;
        let score = whole(score, SCORES.0, SCORES.1).map_err(|problem| format!("{ability}: {problem}"))?;
        read.insert(fold(ability), score.into());
    }
    let missing: Vec<&str> =
        ABILITIES.into_iter().filter(|ability| !read.contains_key(&fold(ability))).collect();
    match missing.as_slice() {
        [] => Ok(read.into()),
        all if all.len() == ABILITIES.len() => Ok(Value::Null),
        missing => Err(format!("{} is missing; give all six scores, from 1 to 30.", missing.join(", "))),
    }
}

fn parts(value: &Value, example: &str) -> Result<Value, String> {
    let wrong = || expected(&format!("a list such as `{example}`"), value);
    let Value::Array(items) = value else { return Err(wrong()) };
    if items.len() > MAX_ITEMS {
        return Err(format!("it has {} passages; {MAX_ITEMS} are possible.", items.len()));
    }
    let mut read = Vec::new();
    for item in items {
        let Value::Object(item) = item else { return Err(wrong()) };
        let is_known = |key: &str| matches!(key, "name" | "text" | "description");
        if let Some(unknown) = item.keys().find(|key| !is_known(key)) {
            return Err(format!("`{}` is not valid; a passage has `name` and `text`.", shown(unknown)));
        }
        let text = |field: &str| item.get(field).and_then(Value::as_str).unwrap_or_default();
        let name = in_one_line(clean(text("name")).trim());
        let text = clean(if text("text").is_empty() { text("description") } else { text("text") });
        if name.chars().count() > MAX_LINE_CHARS {
            return Err(format!("a name has more than {MAX_LINE_CHARS} characters."));
        }
        if !(name.is_empty() && text.trim().is_empty()) {
            read.push(json!({"name": name, "text": text.trim()}));
        }
    }
    Ok(if read.is_empty() { Value::Null } else { read.into() })
}

//! The ability scores of a stat block, in any of the shapes that they are pasted in.

use std::sync::LazyLock;

use content::model::{AbilityScores, fold};
use ingest::markdown::ability_in_full;
use regex::Regex;
use serde_json::{Map, Value};
use text::pattern;

use super::line::Line;

static TOKEN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r"(?i)\b(strength|dexterity|constitution|intelligence|wisdom|charisma|str|dex|con|int|wis|cha)\b",
        r"|(\([+−–-]? ?\d{1,2}\))|([+−–-] ?\d{1,2})\b|(\d{1,2})\b|(\bmods?\b|\bsaves?\b|\bscores?\b|[|:,.-])|(\S)"
    ))
});

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token {
    Ability(&'static str),
    Score(u16),
    /// A modifier or a bonus that is not in parentheses.
    Bonus(i32),
}

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Abilities {
    scores: Vec<(&'static str, u16)>,
    /// Saving throws that differ from the modifier.
    saves: Vec<(&'static str, i32)>,
}

impl Abilities {
    /// Reads abilities that begin with a line. Returns them with the number of lines after it that belong to them.
    pub(super) fn read(line: &Line, after: &[Line]) -> Option<(Self, usize)> {
        let mut tokens = tokens_of(line)?;
        let begins = |token: &Token| matches!(token, Token::Ability(_));
        let is_header = tokens.is_empty() && line.plain.to_lowercase().contains("mod");
        if !tokens.first().is_some_and(begins) && !is_header {
            return None;
        }
        let mut count = 0;
        for line in after {
            let Some(more) = tokens_of(line) else { break };
            tokens.extend(more);
            count += 1;
        }
        let abilities = if is_paired(&tokens) { Self::of_pairs(&tokens) } else { Self::of_rows(&tokens) };
        (!abilities.scores.is_empty()).then_some((abilities, count))
    }

    /// Reads each ability with its own score, modifier and saving throw.
    fn of_pairs(tokens: &[Token]) -> Self {
        let mut abilities = Self::default();
        let mut rest = tokens;
        while let [Token::Ability(name), Token::Score(score), others @ ..] = rest {
            let bonuses = others.iter().map_while(|token| match token {
                Token::Bonus(bonus) => Some(*bonus),
                _ => None,
            });
            let bonuses: Vec<i32> = bonuses.collect();
            abilities.add(name, *score, bonuses.get(1).copied());
            rest = others.get(bonuses.len()..).unwrap_or_default();
        }
        abilities
    }

    /// Reads rows: names, then the scores, then perhaps modifiers and saving throws.
    fn of_rows(tokens: &[Token]) -> Self {
        let mut abilities = Self::default();
        let mut rest = tokens;
        while !rest.is_empty() {
            let names: Vec<&'static str> = rest.iter().map_while(|token| token.ability()).collect();
            let values = rest.get(names.len()..).unwrap_or_default();
            let values: Vec<Token> =
                values.iter().copied().take_while(|token| token.ability().is_none()).collect();
            let bonuses: Vec<i32> = values.iter().filter_map(|token| token.bonus()).collect();
            let scores = values.iter().filter_map(|token| token.score());
            for (index, (name, score)) in names.iter().zip(scores).enumerate() {
                abilities.add(name, score, bonuses.get(names.len() + index).copied());
            }
            let read = names.len() + values.len();
            rest = rest.get(read.max(1)..).unwrap_or_default();
        }
        abilities
    }

    fn add(&mut self, name: &'static str, score: u16, save: Option<i32>) {
        self.scores.push((name, score));
        if let Some(save) = save.filter(|save| *save != AbilityScores::modifier(score)) {
            self.saves.push((name, save));
        }
    }

    pub(super) fn add_to(&self, fields: &mut Map<String, Value>) {
        if self.scores.is_empty() {
            return;
        }
        let scores: Map<String, Value> =
            self.scores.iter().map(|(name, score)| (fold(name), Value::from(*score))).collect();
        fields.insert("ability_scores".to_owned(), scores.into());
        let saves: Map<String, Value> =
            self.saves.iter().map(|(name, save)| ((*name).to_owned(), Value::from(*save))).collect();
        if !saves.is_empty() {
            fields.entry("saving_throws").or_insert(saves.into());
        }
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.scores.is_empty()
    }
}

impl Token {
    const fn ability(self) -> Option<&'static str> {
        match self {
            Self::Ability(name) => Some(name),
            _ => None,
        }
    }

    const fn score(self) -> Option<u16> {
        match self {
            Self::Score(score) => Some(score),
            _ => None,
        }
    }

    const fn bonus(self) -> Option<i32> {
        match self {
            Self::Bonus(bonus) => Some(bonus),
            _ => None,
        }
    }
}

fn is_paired(tokens: &[Token]) -> bool {
    let is_followed = |pair: &[Token]| match pair {
        [Token::Ability(_), next] => matches!(next, Token::Score(_)),
        _ => true,
    };
    tokens.windows(2).all(is_followed)
}

/// Returns the tokens of a line about abilities, or nothing if the line has anything else.
fn tokens_of(line: &Line) -> Option<Vec<Token>> {
    let mut tokens = Vec::new();
    for found in TOKEN.captures_iter(&line.plain) {
        let text = |index: usize| found.get(index).map(|part| part.as_str());
        if text(6).is_some_and(|other| other != "—") {
            return None;
        } else if let Some(name) = text(1) {
            tokens.push(Token::Ability(ability_in_full(name)?));
        } else if let Some(bonus) = text(3) {
            tokens.push(Token::Bonus(bonus.replace(['−', '–'], "-").replace(' ', "").parse().ok()?));
        } else if let Some(score) = text(4) {
            tokens.push(Token::Score(score.parse().ok()?));
        }
    }
    Some(tokens)
}

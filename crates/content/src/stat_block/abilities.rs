//! The ability scores of a stat block, in any of the shapes that they are pasted in.

use serde_json::{Map, Value};
use text::{Pattern, pattern};

use super::line::Line;
use crate::markdown::ability_in_full;
use crate::model::{AbilityScores, fold};

static TOKEN: Pattern = pattern!(concat!(
    r"(?i)\b(strength|dexterity|constitution|intelligence|wisdom|charisma|str|dex|con|int|wis|cha)\b",
    r"|(\([+−–-]? ?\d{1,2}\))|([+−–-] ?\d{1,2})\b|(\d{1,2})\b|(\bmods?\b|\bsaves?\b|\bscores?\b|[|:,.-])|(\S)"
));

#[derive(Clone, Copy)]
enum Token {
    Ability(&'static str),
    Score(u16),
    /// A modifier or a bonus that is not in parentheses.
    Bonus(i32),
}

#[derive(Debug, Default)]
pub(super) struct Abilities {
    scores: Map<String, Value>,
    /// Saving throws that differ from the modifier.
    saves: Map<String, Value>,
}

impl Abilities {
    /// Reads abilities that begin with a line. Returns them and how many lines after it belong to them.
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
        let abilities = Self::of(&tokens);
        (!abilities.is_empty()).then_some((abilities, count))
    }

    /// Reads names, scores, perhaps modifiers and saving throws: one ability after another, or in rows.
    fn of(tokens: &[Token]) -> Self {
        let is_name = |token: &Token| matches!(token, Token::Ability(_));
        let mut abilities = Self::default();
        for group in tokens.chunk_by(|token, next| is_name(token) || !is_name(next)) {
            let (mut names, mut scores, mut bonuses) = (Vec::new(), Vec::new(), Vec::new());
            for token in group {
                match *token {
                    Token::Ability(name) => names.push(name),
                    Token::Score(score) => scores.push(score),
                    Token::Bonus(bonus) => bonuses.push(bonus),
                }
            }
            for (index, (name, score)) in names.iter().zip(scores).enumerate() {
                abilities.scores.insert(fold(name), score.into());
                let save = bonuses.get(names.len() + index).copied();
                if let Some(save) = save.filter(|save| *save != AbilityScores::modifier(score)) {
                    abilities.saves.insert((*name).to_owned(), save.into());
                }
            }
        }
        abilities
    }

    pub(super) fn add_to(self, fields: &mut Map<String, Value>) {
        if !self.scores.is_empty() {
            fields.insert("ability_scores".to_owned(), self.scores.into());
        }
        if !self.saves.is_empty() {
            fields.entry("saving_throws").or_insert(self.saves.into());
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.scores.is_empty()
    }
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

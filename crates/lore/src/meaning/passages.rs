//! What of an entry is given to the model: passages that it can read whole, each led by the entry's name.

use std::sync::LazyLock;

use regex::Regex;
use sha2::{Digest, Sha256};

use super::facts::facts;
use super::plain::{Paragraph, paragraphs};
use crate::model::{Details, Kind};

/// The form in which passages are made. A new number makes every vector anew.
pub(super) const FORM: u32 = 2;

/// A passage of an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Passage {
    /// The words.
    pub(crate) text: String,
    /// Tells equal texts: the first half of their SHA-256.
    pub(crate) hash: [u8; 16],
}

impl Passage {
    fn new(text: String) -> Self {
        let digest = Sha256::digest(text.as_bytes());
        let mut hash = [0; 16];
        hash.iter_mut().zip(digest).for_each(|(to, from)| *to = from);
        Self { text, hash }
    }
}

/// The passages of an entry, at least one, each of at most `longest` tokens by a safe estimate. The first says what the
/// entry is.
pub(crate) fn passages(
    kind: Kind,
    name: &str,
    details: &Details,
    body: &str,
    longest: usize,
) -> Vec<Passage> {
    let lead = format!("{}. ", name.trim().trim_end_matches('.'));
    let mut open = Cut::new(&format!("{lead}{}", facts(kind, details)), &lead, longest);
    for block in told_in_prose(kind, body) {
        open.paragraph(&block);
    }
    open.finish().into_iter().map(Passage::new).collect()
}

/// The paragraphs of a body. It begins with what its facts say, in a line in italics, lists and a table, which are left out
/// where something follows.
fn told_in_prose(kind: Kind, body: &str) -> Vec<Paragraph> {
    let is_prose = |block: &&str| {
        let block = block.trim_start();
        let italic_line = block.starts_with('*') && !block.starts_with("**") && !block.contains('\n');
        !(block.starts_with("- **") || block.starts_with('|') || (italic_line && block.ends_with('*')))
    };
    let prose: Vec<&str> = body.split("\n\n").skip_while(|block| !is_prose(block)).collect();
    let mut told = if prose.is_empty() { paragraphs(body) } else { paragraphs(&prose.join("\n\n")) };
    if kind == Kind::Creature {
        told.iter_mut().for_each(|paragraph| paragraph.text = without_rolls(&paragraph.text));
    }
    told
}

/// What a creature does without the numbers to roll: `Bite. Melee Weapon Attack. Hit: piercing damage.`
fn without_rolls(text: &str) -> String {
    static ROLLS: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(
            r"(?x) :?\s[+]\d+\ to\ hit, | \s(reach|range)\ [\d/]+\ (ft|feet)\.?(\ or\ range\ [\d/]+\ ft\.?)?,? | \sone\ (target|creature)\.
              | \s\d+\ \(\d+d[^)]*\) | \sDC\ \d+",
        )
        .ok()
    });
    ROLLS.as_ref().map_or_else(|| text.to_owned(), |rolls| rolls.replace_all(text, "").into_owned())
}

/// Passages while they are cut.
struct Cut<'a> {
    lead: &'a str,
    longest: usize,
    open: String,
    tokens: usize,
    /// Whether the open passage holds more than its lead.
    holds: bool,
    done: Vec<String>,
}

impl<'a> Cut<'a> {
    fn new(first: &str, lead: &'a str, longest: usize) -> Self {
        let tokens = estimated_tokens(first);
        let mut cut = Self {
            lead,
            longest: longest.max(32),
            open: String::new(),
            tokens: 0,
            holds: false,
            done: vec![],
        };
        if tokens < cut.longest {
            cut.tokens = tokens;
            cut.open = first.trim_end().to_owned();
            cut.holds = true;
        } else {
            // A name or facts as long as this are homebrew's; the model reads their beginning.
            cut.words(first);
        }
        cut
    }

    /// Adds a paragraph: to the open passage where it has room, else to the next, in sentences where it is too long. A
    /// section begins a passage where the open one is used enough.
    fn paragraph(&mut self, Paragraph { text, begins_section }: &Paragraph) {
        let tokens = estimated_tokens(text);
        if *begins_section && self.holds && self.done_enough() {
            self.next();
        }
        if self.tokens + tokens <= self.longest {
            self.push(text, tokens);
        } else if tokens + self.lead_tokens() <= self.longest && self.done_enough() {
            self.next();
            self.push(text, tokens);
        } else {
            for sentence in text.split_inclusive(". ") {
                let tokens = estimated_tokens(sentence);
                if self.tokens + tokens > self.longest && self.holds {
                    self.next();
                }
                if self.tokens + tokens > self.longest {
                    self.words(sentence);
                } else {
                    self.push(sentence.trim_end(), tokens);
                }
            }
        }
    }

    /// Whether so much of the open passage is used that a new one may begin before it is full.
    fn done_enough(&self) -> bool {
        self.tokens * 2 >= self.longest
    }

    /// Adds words one by one, for what has no sentences.
    fn words(&mut self, text: &str) {
        for word in text.split_whitespace() {
            let tokens = estimated_tokens(word);
            if self.tokens + tokens > self.longest && self.holds {
                self.next();
            }
            self.push(word, tokens);
        }
    }

    fn push(&mut self, text: &str, tokens: usize) {
        if !self.open.is_empty() && !self.open.ends_with(' ') {
            self.open.push(' ');
        }
        self.open.push_str(text);
        self.tokens += tokens;
        self.holds = true;
    }

    fn next(&mut self) {
        let full = std::mem::take(&mut self.open);
        self.done.push(full.trim_end().to_owned());
        self.tokens = self.lead_tokens();
        if self.tokens * 2 < self.longest {
            self.open.push_str(self.lead);
        } else {
            self.tokens = 0;
        }
        self.holds = false;
    }

    fn lead_tokens(&self) -> usize {
        estimated_tokens(self.lead)
    }

    fn finish(mut self) -> Vec<String> {
        if self.holds || self.done.is_empty() {
            self.done.push(self.open.trim_end().to_owned());
        }
        self.done
    }
}

/// How many tokens a text has at most, nearly: a model's tokenizer cuts rare words into pieces of about four letters, and
/// takes every mark and every character of other scripts alone.
fn estimated_tokens(text: &str) -> usize {
    let mut tokens = 0;
    let mut run = 0;
    for letter in text.chars() {
        if letter.is_ascii_alphanumeric() {
            if run % 4 == 0 {
                tokens += 1;
            }
            run += 1;
        } else {
            run = 0;
            tokens += usize::from(!letter.is_whitespace());
        }
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Creature, Rule, Spell};

    fn texts(kind: Kind, name: &str, details: &Details, body: &str, longest: usize) -> Vec<String> {
        passages(kind, name, details, body, longest).into_iter().map(|passage| passage.text).collect()
    }

    #[test]
    fn the_first_passage_says_what_it_is_and_begins_the_text() {
        let spell = Details::Spell(Spell {
            level: Some(3),
            school: Some("Evocation".into()),
            classes: vec!["Sorcerer".into(), "Wizard".into()],
            damage_types: vec!["fire".into()],
            ..Spell::default()
        });
        let body = "*3rd-level evocation*\n\n- **Casting Time** 1 action\n- **Range** Self\n\nPlums **burn**.\n\nThey do.";
        assert_eq!(
            texts(Kind::Spell, "Plum Ball", &spell, body, 200),
            [
                "Plum Ball. 3rd-level evocation spell (Sorcerer, Wizard). Deals fire damage. Plums burn. They do."
            ]
        );
    }

    #[test]
    fn a_stat_block_is_its_facts_and_what_it_can_do() {
        let creature = Details::Creature(Box::new(Creature {
            size: Some("Large".into()),
            creature_type: Some("Ooze".into()),
            ..Creature::default()
        }));
        let body = "*Large Ooze*\n\n- **Armor Class** 7\n\n| STR |\n|---|\n| 15 |\n\n- **Challenge** 2\n\n***Sticky.*** It sticks.\n\n### Actions\n\n***Slap.*** *Melee:* it slaps.";
        assert_eq!(
            texts(Kind::Creature, "Plum Ooze", &creature, body, 200),
            ["Plum Ooze. Large ooze. Sticky. It sticks. Actions. Slap. Melee: it slaps."]
        );
    }

    #[test]
    fn a_long_text_is_cut_at_paragraphs_and_every_passage_has_the_name() {
        let rule = Details::Rule(Rule::default());
        let paragraph = |word: &str| format!("{word} {}", "plum ".repeat(29).trim());
        let body = ["one", "two", "three", "four"].map(paragraph).join("\n\n");
        let cut = texts(Kind::Rule, "Plums", &rule, &body, 70);
        assert_eq!(cut.len(), 2, "{cut:#?}");
        assert!(cut[0].starts_with("Plums. Rule. one plum") && cut[1].starts_with("Plums. three plum"));
    }

    #[test]
    fn nothing_is_lost_and_nothing_too_long_whatever_the_text() {
        let rule = Details::Rule(Rule::default());
        let long_word = "x".repeat(5_000);
        for body in [
            "",
            "...",
            &"word. ".repeat(500),
            &"word ".repeat(500),
            &long_word,
            "字字字".repeat(100).as_str(),
        ] {
            for name in ["Plum", &"Long Name ".repeat(60)] {
                let cut = texts(Kind::Rule, name, &rule, body, 64);
                assert!(!cut.is_empty());
                let words = cut.join(" ").matches("word").count();
                assert_eq!(words, body.matches("word").count());
                for text in &cut {
                    let tokens = estimated_tokens(text);
                    assert!(
                        tokens <= 64 || !text.contains(' ') || text.contains("xxx") || text.contains('字'),
                        "{tokens} {text}"
                    );
                }
            }
        }
    }

    #[test]
    fn equal_texts_have_equal_hashes() {
        let rule = Details::Rule(Rule::default());
        let of = |body| passages(Kind::Rule, "Plum", &rule, body, 64)[0].hash;
        assert_eq!(of("a **b**"), of("a b"));
        assert_ne!(of("a b"), of("a c"));
    }
}

//! The passages of an entry that are embedded: texts of limited length, each led by the entry's name.

mod effects;
mod facts;
mod plain;
mod sentences;
mod tokens;

use std::iter;

use sha2::{Digest, Sha256};
use text::{Pattern, pattern};

use self::facts::facts;
use self::plain::{Paragraph, paragraphs};
use self::sentences::sentences;
use self::tokens::estimated_tokens;
use crate::everyday;
use crate::model::{Details, Family, Kind, LORE_HEADING};

/// A new version embeds every entry anew, as other everyday words do.
const FORMAT: u32 = 10;
const MIN_PASSAGE_TOKENS: usize = 32;
/// The part of a passage that must be full before a section begins another one: half, and in rules a fifth.
const SECTION_SHARE: usize = 2;
const RULE_SECTION_SHARE: usize = 5;
/// The most tokens for all everyday phrases together. More improve no answer: each has its own passage, too.
const MAX_OVERVIEW_TOKENS: usize = 80;
/// The phrases, or sentences, of a passage. One alone is hardly more precise, and takes twice the vectors.
const PER_PASSAGE: usize = 2;
/// For a spell, a creature or an item. More passages make an answer no better, and are most of the work.
const MAX_TEXT_PASSAGES: usize = 2;
/// The longest heading that is repeated in the next passages of its section.
const MAX_HEADING_BYTES: usize = 60;

/// Returns the number of the format of passages. Vectors of passages in different formats are not mixed.
pub fn passage_format() -> u32 {
    *everyday::VERSION ^ FORMAT
}

/// A passage of an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passage {
    /// The text.
    pub text: String,
    /// The first half of the text's SHA-256, which identifies equal texts.
    pub hash: [u8; 16],
}

impl Passage {
    fn new(text: String) -> Self {
        let digest = Sha256::digest(text.as_bytes());
        let mut hash = [0; 16];
        hash.iter_mut().zip(digest).for_each(|(to, from)| *to = from);
        Self { text, hash }
    }
}

/// Returns an entry's passages, at least one, each of at most `max_tokens` by a safe estimate. The first says
/// what the entry is. Only the sections of rules and character options are all among them. The last ones have
/// its everyday words, if there are any: the first of them together, and a few phrases each, which are nearer
/// to a query that means just that. Without these, sentences of its text take the place of phrases.
pub fn passages(kind: Kind, name: &str, details: &Details, body: &str, max_tokens: usize) -> Vec<Passage> {
    let most = match kind.family() {
        Family::Rule | Family::CharacterOption => usize::MAX,
        Family::Spell | Family::Creature | Family::Encounter | Family::Equipment => MAX_TEXT_PASSAGES,
    };
    let texts = texts(kind, name, details, body, max_tokens).into_iter().take(most);
    let others: Vec<Passage> = match everyday::line(kind, name, details.base_item()) {
        Some(line) => everyday_passages(name, line.words).collect(),
        // Homebrew may have a name of any length.
        None if estimated_tokens(name) * 2 > max_tokens => Vec::new(),
        None => {
            let sentences = sentences(&prose(kind, body), max_tokens);
            let some = sentences.chunks(PER_PASSAGE);
            some.map(|some| Passage::new(short(name, &some.join(" ")))).collect()
        }
    };
    texts.map(Passage::new).chain(others).collect()
}

/// Returns the passages of everyday words: as many of the first as one holds, then a few phrases each.
fn everyday_passages(name: &str, words: &str) -> impl Iterator<Item = Passage> {
    let phrases: Vec<&str> = words.split("; ").collect();
    let mut tokens = 0;
    let first = phrases.iter().take_while(|phrase| {
        tokens += estimated_tokens(phrase) + 1;
        tokens <= MAX_OVERVIEW_TOKENS
    });
    let overview = format!("{}{}", lead(name), first.copied().collect::<Vec<_>>().join("; "));
    let some = phrases.chunks(PER_PASSAGE).map(|some| short(name, &some.join("; ")));
    iter::once(overview).chain(some.collect::<Vec<_>>()).map(Passage::new)
}

/// Returns the passages of everyday words for names of other books, whose vectors are made beforehand.
pub fn passages_for_other_books() -> impl Iterator<Item = Passage> {
    everyday::of_other_books().flat_map(|(name, words)| everyday_passages(name, words))
}

fn short(name: &str, words: &str) -> String {
    format!("{}: {words}", name.trim())
}

/// Returns the passages of an entry's text, each with what to quote of it. The first begins with facts.
pub fn quotable_passages(
    kind: Kind,
    name: &str,
    details: &Details,
    body: &str,
    max_tokens: usize,
) -> Vec<(Passage, Option<String>)> {
    let lead = lead(name);
    let quote = |(place, text): (usize, String)| {
        let quote = (place > 0).then(|| text.strip_prefix(&lead).unwrap_or(&text).to_owned());
        (Passage::new(text), quote)
    };
    texts(kind, name, details, body, max_tokens).into_iter().enumerate().map(quote).collect()
}

fn lead(name: &str) -> String {
    format!("{}. ", name.trim().trim_end_matches('.'))
}

fn texts(kind: Kind, name: &str, details: &Details, body: &str, max_tokens: usize) -> Vec<String> {
    let lead = lead(name);
    let mut splitter = Splitter::new(&format!("{lead}{}", facts(kind, details, body)), &lead, max_tokens);
    if kind.family() == Family::Rule {
        // Questions are answered by sections, not by the whole of a rule.
        splitter.section_share = RULE_SECTION_SHARE;
    }
    for paragraph in prose(kind, body) {
        splitter.add_paragraph(&paragraph);
    }
    splitter.finish()
}

/// Facts at the beginning are left out, unless nothing follows. A creature's lore comes before its traits.
fn prose(kind: Kind, body: &str) -> Vec<Paragraph> {
    let is_prose = |block: &&str| {
        let block = block.trim_start();
        let italic_line = block.starts_with('*') && !block.starts_with("**") && !block.contains('\n');
        !(block.starts_with("- **") || block.starts_with('|') || (italic_line && block.ends_with('*')))
    };
    let mut blocks: Vec<&str> = body.split("\n\n").skip_while(|block| !is_prose(block)).collect();
    if kind == Kind::Creature
        && let Some(lore) = blocks.iter().position(|block| is_heading(block, LORE_HEADING))
    {
        blocks.rotate_left(lore);
        blocks.remove(0);
    }
    let mut prose = if blocks.is_empty() { paragraphs(body) } else { paragraphs(&blocks.join("\n\n")) };
    if kind == Kind::Creature {
        prose.iter_mut().for_each(|paragraph| paragraph.text = without_rolls(&paragraph.text));
    }
    prose
}

fn is_heading(block: &str, words: &str) -> bool {
    block.trim_start().starts_with('#') && block.trim_matches([' ', '#']) == words
}

/// Removes the numbers to roll from a creature's actions: `Bite. Melee Weapon Attack. Hit: piercing damage.`
fn without_rolls(text: &str) -> String {
    static ROLLS: Pattern = pattern!(
        r"(?x) :?\s[+]\d+\ to\ hit, | \s(reach|range)\ [\d/]+\ (ft|feet)\.?(\ or\ range\ [\d/]+\ ft\.?)?,? | \sone\ (target|creature)\.
              | \s\d+\ \(\d+d[^)]*\) | \sDC\ \d+"
    );
    ROLLS.replace_all(text, "").into_owned()
}

struct Splitter<'a> {
    lead: &'a str,
    max_tokens: usize,
    /// A section begins a passage if the current one is full to one part in this.
    section_share: usize,
    /// The heading of the current section with what follows it, if it is short.
    heading: String,
    current: String,
    tokens: usize,
    has_text: bool,
    finished: Vec<String>,
}

impl<'a> Splitter<'a> {
    fn new(first: &str, lead: &'a str, max_tokens: usize) -> Self {
        let mut splitter = Self {
            lead,
            max_tokens: max_tokens.max(MIN_PASSAGE_TOKENS),
            section_share: SECTION_SHARE,
            heading: String::new(),
            current: String::new(),
            tokens: 0,
            has_text: false,
            finished: vec![],
        };
        let tokens = estimated_tokens(first);
        if tokens < splitter.max_tokens {
            splitter.push(first.trim_end(), tokens);
        } else {
            // Homebrew may have a name or facts of any length.
            splitter.add_words(first);
        }
        splitter
    }

    /// A section begins a passage unless the current one is nearly empty. Long paragraphs are split.
    fn add_paragraph(&mut self, Paragraph { text, begins_section }: &Paragraph) {
        let tokens = estimated_tokens(text);
        if *begins_section {
            self.heading.clear();
            if self.has_text && self.tokens * self.section_share >= self.max_tokens {
                self.begin_next();
            }
            let heading =
                text.split_inclusive(". ").next().filter(|heading| heading.len() <= MAX_HEADING_BYTES);
            self.heading.push_str(heading.filter(|heading| heading.len() < text.len()).unwrap_or_default());
        }
        if self.tokens + tokens <= self.max_tokens {
            self.push(text, tokens);
        } else if tokens + self.lead_tokens() + estimated_tokens(&self.heading) <= self.max_tokens
            && self.tokens * 2 >= self.max_tokens
        {
            self.begin_next();
            self.push(text, tokens);
        } else {
            for sentence in text.split_inclusive(". ") {
                let tokens = estimated_tokens(sentence);
                if self.tokens + tokens > self.max_tokens && self.has_text {
                    self.begin_next();
                }
                if self.tokens + tokens > self.max_tokens {
                    self.add_words(sentence);
                } else {
                    self.push(sentence.trim_end(), tokens);
                }
            }
        }
    }

    fn add_words(&mut self, text: &str) {
        for word in text.split_whitespace() {
            let tokens = estimated_tokens(word);
            if self.tokens + tokens > self.max_tokens && self.has_text {
                self.begin_next();
            }
            self.push(word, tokens);
        }
    }

    fn push(&mut self, text: &str, tokens: usize) {
        if !self.current.is_empty() && !self.current.ends_with(' ') {
            self.current.push(' ');
        }
        self.current.push_str(text);
        self.tokens += tokens;
        self.has_text = true;
    }

    fn begin_next(&mut self) {
        let full = std::mem::take(&mut self.current);
        self.finished.push(full.trim_end().to_owned());
        self.tokens = self.lead_tokens();
        if self.tokens * 2 < self.max_tokens {
            self.current.push_str(self.lead);
            self.current.push_str(&self.heading);
            self.tokens += estimated_tokens(&self.heading);
        } else {
            self.tokens = 0;
        }
        self.has_text = false;
    }

    fn lead_tokens(&self) -> usize {
        estimated_tokens(self.lead)
    }

    fn finish(mut self) -> Vec<String> {
        if self.has_text || self.finished.is_empty() {
            self.finished.push(self.current.trim_end().to_owned());
        }
        self.finished
    }
}

#[cfg(test)]
mod tests;

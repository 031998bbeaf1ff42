//! Conditions that an effect inflicts.

use super::pattern::{CONDITIONS, Pattern, named};
use super::text::Text;
use super::{Fact, Facts, condition};

/// `be frightened`, `is also blinded`, `is covered in webs and restrained`.
static IS: Pattern = Pattern::new(
    r"\b(?:be|is|are|becomes?|becoming|remains?|gets?)(?: (?:also|both|instead|then|either|\w+ly))*(?: \w+(?:ed|en|ught)(?: [\w']+){0,3},?(?: and)?)?? (<condition>)\b",
);
static MORE: Pattern = Pattern::new(
    r"^(?: (?:by|of) [\w' ]{1,15}?)?(?:,? and(?: also)?|,? or|,)(?: (?:is|are|be|becomes?))? (<condition>)\b",
);
/// `has the Charmed and Poisoned conditions`, as the 2024 rules say.
static HAS: Pattern = Pattern::new(
    r"\b(?:has|have|gains?|suffers?|receives?) (?:both )?(?:the )?(<condition>(?:(?:,? (?:and|or) |, )(?:the )?<condition>)*) conditions?\b",
);
static PRONE: Pattern =
    Pattern::new(r"\b(?:knock(?:s|ed|ing)?\b[^.;]{0,40}? |falls? (?:\w+ )?|falling |lands? )(prone)\b");
static UNCONSCIOUS: Pattern =
    Pattern::new(r"\b(?:falls?|(?:knocks?|knocked|renders?|rendered)\b[^.;]{0,25}?) (unconscious)\b");
static EXHAUSTION: Pattern = Pattern::new(
    r"\b(?:gain(?:s|ing)?|suffer(?:s|ing)?|takes?|receives?|inflicts?|causing) (?:(?:an?|one|two|three|four|additional|another|1|2|3|\d?d\d+) )*(?:levels? of |)(exhaustion)\b",
);
/// `leaving it stunned`.
static MADE: Pattern = Pattern::new(
    r"\b(?:leav|render|mak)(?:e|es|ing|s) (?:it|them|him|(?:the|a|that|one) \w+) (<condition>)\b",
);
/// `grapples the target`.
static DOES: Pattern = Pattern::new(
    r"\b(grapples|stuns|paralyzes|blinds|deafens|frightens|charms|restrains|poisons|petrifies) (?:the|a|an|one|each|any|it|them|that)\b",
);
/// `Target blinded until …`, as one publisher writes it.
static SHORT: Pattern = Pattern::new(
    r"(?:[:,.] |\n)(?:target )?(<condition>(?:,? (?:and|or) <condition>)*) (?:until|for \d|\(DC)",
);
static CELL: Pattern = Pattern::new(r"(?:\| *| = )(<condition>)(?: *\||,| or|;|\.)");

static NOT: Pattern = Pattern::new(
    r"(?:(?:n't|\bnot|\bnever|\bcannot|\bno longer|\bneither|\bnor|\bwithout|\brather than|\binstead of|\bas if|\bthough|\bcan|\bceases? to)(?: (?:be|both|again|easily))?|\b(?:than|already|that|who|which)) *$",
);
/// A clause about a creature that has the condition already.
static CONDITIONAL: Pattern = Pattern::new(
    r"\b(?:if|while|when(?:ever)?|unless|until|as long as|once|where|against|after)\b([^,;:.]{0,60})$",
);
static CAUSE: Pattern = Pattern::new(
    r"\b(?:fail|hit|hits|succeed|succeeds|drop|drops|enter|takes? \d|reduced|ends|fails|failed|roll)\b",
);
/// A clause complete before a condition: `creatures in the water when it freezes become restrained`.
static COMPLETE: Pattern =
    Pattern::new(r"^ (?:(?:it|he|she|(?:the|this) \w+) \w+s|you cast (?:the|this) spell) $");
static GUARDED: Pattern = Pattern::new(
    r"\b(?:immun\w+|resistan\w+|protect\w*|advantage on (?:\w+ )*?(?:saving throws?|saves|checks))\b[^.;,]{0,50}$",
);
static FORCED: Pattern = Pattern::new(r"\b(?:sav\w+|throw)\b[^.;]*\bor (?:else )?$");

pub(super) fn read(text: &Text, facts: &mut Facts) {
    for pattern in [&IS, &HAS, &PRONE, &UNCONSCIOUS, &EXHAUSTION, &MADE, &DOES, &SHORT, &CELL] {
        for found in text.matches(pattern) {
            let place = found.place();
            let (before, after) = text.around(&place);
            if !is_inflicted(before) {
                continue;
            }
            let words = text.words(&place);
            add(facts, found.get(1).unwrap_or_default(), &words);
            let mut rest = after;
            while let Some(more) = MORE.captures(rest) {
                add(facts, more.get(1).unwrap_or_default(), &words);
                rest = rest.get(more.place().end..).unwrap_or_default();
            }
        }
    }
}

fn is_inflicted(before: &str) -> bool {
    if NOT.is_match(before) {
        return false;
    }
    if FORCED.is_match(before) {
        return true;
    }
    let clause = CONDITIONAL.captures(before);
    let is_conditional = clause
        .and_then(|it| it.get(1))
        .is_some_and(|clause| !CAUSE.is_match(clause) && !COMPLETE.is_match(clause));
    !is_conditional && !GUARDED.is_match(before)
}

fn add(facts: &mut Facts, words: &str, quote: &str) {
    let verb = condition(&words.to_ascii_lowercase());
    for condition in named(&CONDITIONS, words).chain(verb) {
        facts.add(Fact::Inflicts, condition, quote);
    }
}

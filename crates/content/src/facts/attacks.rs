//! The number of a creature's attacks and their average damage.

use super::pattern::{Found, Pattern, number};
use super::text::{first_part, plain};
use super::{Fact, Facts};

static ATTACK: Pattern = Pattern::new(r"\b(?:attack roll:|weapon attack[:.]|spell attack[:.]|to hit)");
static HIT: Pattern = Pattern::new(
    r"(?:\bhit: ?|(?:target|creature)[^.]{0,30}[,.] |\b(?:one (?:target|creature)|to hit)[^.]{0,30}? )(\d+)(?: \([^)]*\))?,? (?:\w+[, ]+){0,8}?(?:damage|<type>)",
);
static FIRST: Pattern = Pattern::new(
    r"^(\d+)(?: ?\([^)]*\))? (?:magical )?(<type>(?:(?:, |,? or | )<type>)*)(?: damage)?(?: or (?:<type>)(?: damage)?)?(?: \([^)]*\))?",
);
static PLUS: Pattern = Pattern::new(
    r"^(?:,? or \d+ \([^)]*\) <type> damage(?: if used with (?:two|2) hands(?: to make a melee attack)?)?)?,?(?: plus| and| \+) (\d+) ?\([^)]*\) (<type>(?:(?:, |,? or | )<type>)*)(?: damage)?(?: or <type>(?: damage)?)?(?: \([^)]*\))?",
);
static ON_CONDITION: Pattern = Pattern::new(r"^,? (?:if|when|while|to (?:any|each|all))\b");
static LIMITED: Pattern = Pattern::new(r"recharge|/day|costs \d");

static COUNTED: Pattern =
    Pattern::new(r"\b<number> (?:of its )?((?:[\w'-]+,? (?:or )?){0,7}?)(?:(?:weapon|spell) )?attacks?\b");
static TIMES: Pattern = Pattern::new(
    r"\battacks (?:(once|twice|three times)(?: with (?:its |their |his |her |the )?([\w' -]+?))?)(?:$| and |,|\.)",
);
/// `attacks with its beak and claws`, `attacks with its bite and twice with its claws`.
static EACH: Pattern =
    Pattern::new(r"\battacks with (?:its |their )?([\w' -]+?) and (twice with )?(?:its |their )?([\w' -]+)$");
static AND_TIMES: Pattern = Pattern::new(
    r"\band (once|twice|three times) with (?:its |their |his |her |the )?([\w' -]+?)(?:$|,|\.| or )",
);
static WITH: Pattern = Pattern::new(
    r"\b<number>(?: attacks?)? with (?:each of )?(?:its |their |his |her |the |a |an )?([\w' -]+?)(?:,? and\b|,|$|\.|;| or )(?:(?:its |their |a )?([\w' -]+?)(?:$|,|\.| and))?",
);
static USING: Pattern = Pattern::new(
    r"\b(?:using|with (?:its|their|either|either its|his|her)) ([\w' ,-]+?)(?:$| in any combination|\.)",
);
static REPLACED: Pattern = Pattern::new(
    r"^(?:it|they|he|she|the [\w ]+?|one of these|one attack) (?:can|may) (?:replace|be replaced|substitute)|^in place of|\breplace|in place of|instead of",
);
/// A sentence about what follows, or about some forms only.
static ELSEWHERE: Pattern = Pattern::new(r"^(?:if|once|when|while|in \w+ form|only)\b");
static BARE: Pattern = Pattern::new(r"^(?:then )?<number> ([\w' -]+?)s?(?:$|,|\.)");
static UNCERTAIN: Pattern = Pattern::new(r"\bas many\b|\bequal to\b|\bfor each\b|\bper\b|\beach of its\b");
/// Something else than an attack, several times.
static OTHER: Pattern = Pattern::new(r"\buses? [\w' ]+ (?:once|twice|three times|\d times)\b");

/// The maximum number of attacks read, and length of a name in bytes. No printed creature comes near either.
const MAX_ATTACKS: usize = 50;
const MAX_NAME: usize = 100;

struct Attack {
    name: String,
    damage: Option<u32>,
}

pub(super) fn read(body: &str, facts: &mut Facts) {
    let mut multiattack = None;
    let mut attacks: Vec<Attack> = Vec::new();
    let mut best: Option<(u32, String)> = None;
    let mut is_in_actions = false;
    for line in body.lines() {
        if let Some(heading) = line.strip_prefix("### ") {
            is_in_actions = heading == "Actions";
        }
        let passage = line.strip_prefix("***").and_then(|line| line.split_once("***"));
        let Some((name, rest)) = passage.filter(|(name, _)| name.len() <= MAX_NAME) else { continue };
        let (name, rest) = (plain(name).trim_end_matches('.').to_lowercase(), plain(first_part(rest)));
        if name.starts_with("multiattack") {
            multiattack.get_or_insert(rest.trim().to_owned());
        } else if is_in_actions && attacks.len() < MAX_ATTACKS && ATTACK.is_match(&rest) {
            let damage = damage(&rest);
            let words = damage.map(|(damage, at)| (damage, rest.get(at..).unwrap_or_default().to_owned()));
            if let Some((damage, words)) = words.filter(|_| !LIMITED.is_match(&name))
                && best.as_ref().is_none_or(|(most, _)| damage > *most)
            {
                best = Some((damage, format!("{name}: {words}")));
            }
            let name = name.split(" (").next().unwrap_or_default().to_owned();
            attacks.push(Attack { name, damage: damage.map(|(damage, _)| damage) });
        }
    }
    match multiattack {
        None => {
            if let Some((damage, words)) = best {
                facts.add(Fact::DamagePerRound, damage, &words);
            }
        }
        Some(words) => {
            let ways: Vec<Way> = ways(&words, &attacks);
            if let Some(count) = ways.iter().map(|way| way.count).max() {
                facts.add(Fact::Multiattack, count, &words);
            }
            let is_known = ways.first().is_some_and(|way| way.damage.is_some());
            if let Some(damage) = ways.iter().filter_map(|way| way.damage).max().filter(|_| is_known) {
                facts.add(Fact::DamagePerRound, damage, &words);
            }
        }
    }
}

/// Returns the average damage of a hit, and where its words begin.
fn damage(text: &str) -> Option<(u32, usize)> {
    let at = HIT.captures(text)?.place_of(1)?.start;
    let mut rest = text.get(at..)?;
    let first = FIRST.captures(rest)?;
    let mut sum = average(first.get(1)?)?;
    rest = rest.get(first.place().end..)?;
    while let Some(more) = PLUS.captures(rest) {
        rest = rest.get(more.place().end..)?;
        if ON_CONDITION.is_match(rest) {
            break;
        }
        sum += average(more.get(1)?)?;
    }
    Some((sum, at))
}

/// A number that no game has is none, so that sums stay far below the limit of their type.
fn average(digits: &str) -> Option<u32> {
    digits.parse().ok().filter(|average| *average < 10_000)
}

/// One way to use Multiattack.
struct Way {
    count: u32,
    damage: Option<u32>,
}

fn ways(words: &str, attacks: &[Attack]) -> Vec<Way> {
    let mut ways = Vec::new();
    for sentence in words.split(". ") {
        let sentence = sentence.trim().trim_end_matches('.');
        if ELSEWHERE.is_match(sentence) || (REPLACED.is_match(sentence) && !ways.is_empty()) {
            continue;
        }
        if UNCERTAIN.is_match(sentence) {
            return Vec::new();
        }
        for part in alternatives(sentence) {
            if !OTHER.is_match(&part) {
                ways.extend(way(&part, attacks));
            }
        }
    }
    ways
}

/// Splits `two claw attacks or three bites` into its alternatives.
fn alternatives(sentence: &str) -> Vec<String> {
    let lower = sentence.to_lowercase();
    let lower = lower.split(" only one of ").next().unwrap_or_default().trim_end_matches(',').to_owned();
    let lower = lower.replace(" makes a ", " makes one ").replace(" makes an ", " makes one ");
    let lower = lower.replace(" and a ", " and one ").replace(" and an ", " and one ");
    let mut marked = lower.clone();
    for word in ["it makes ", "they make ", "make ", "makes ", "attacks ", "uses ", "it uses "] {
        marked = marked.replace(&format!(" or {word}"), &format!(" | {word}"));
    }
    for number in ["one", "two", "three", "four", "five", "six", "2", "3", "4", "5"] {
        marked = marked.replace(&format!(" or {number} "), &format!(" | {number} "));
    }
    // Within a list of attacks, `or` is a choice between two of them.
    if lower.contains(": one ") || lower.contains(": two ") {
        return vec![lower];
    }
    marked.split(" | ").map(|part| part.trim_end_matches(',').to_owned()).collect()
}

fn way(part: &str, attacks: &[Attack]) -> Option<Way> {
    let (head, list) = part.split_once(':').unwrap_or((part, ""));
    let times = times(head, attacks);
    if times.is_some() {
        return times;
    }
    let counted: Vec<(u32, String)> = COUNTED
        .captures_iter(head)
        .filter_map(|found| Some((number(found.get(1)?)?, found.get(2)?.trim().to_owned())))
        .collect();
    if counted.is_empty() {
        return bare(head, attacks);
    }
    let count = counted.iter().map(|(count, _)| count).sum();
    if let [(count, _)] = counted.as_slice()
        && !list.is_empty()
    {
        return Some(Way { count: *count, damage: listed(list, *count, attacks) });
    }
    let using = USING.captures(head).and_then(|found| best_of(found.get(1)?, attacks));
    let damage = |(count, names): &(u32, String)| {
        let damage = match names.trim_end_matches(',') {
            "" | "melee" | "ranged" | "melee or ranged" => using.or_else(|| any(attacks)),
            names => best_of(names, attacks),
        };
        damage.map(|damage| damage * count)
    };
    Some(Way { count, damage: counted.iter().map(damage).sum() })
}

/// Reads `two claws and one bite`, as one publisher writes it. Every attack must be known.
fn bare(head: &str, attacks: &[Attack]) -> Option<Way> {
    let (mut count, mut sum) = (0, 0);
    let head = head.rsplit(" then ").next().unwrap_or_default();
    for part in head.split(" and ") {
        let found = BARE.captures(part)?;
        let times = number(found.get(1)?)?;
        count += times;
        sum += times * best_of(found.get(2)?, attacks)?;
    }
    Some(Way { count, damage: Some(sum) })
}

/// Reads `attacks once with its beak and twice with its claws`, `attacks twice`.
fn times(head: &str, attacks: &[Attack]) -> Option<Way> {
    if let Some(found) = EACH.captures(head) {
        let second = if found.get(2).is_some() { 2 } else { 1 };
        let damages = best_of(found.get(1)?, attacks).zip(best_of(found.get(3)?, attacks));
        return Some(Way { count: 1 + second, damage: damages.map(|(one, other)| one + second * other) });
    }
    let first = TIMES.captures(head)?;
    let count_of = |word: &str| match word {
        "once" => 1,
        "twice" => 2,
        _ => 3,
    };
    let mut count = count_of(first.get(1)?);
    let mut damage = match first.get(2) {
        Some(names) => best_of(names, attacks),
        None => any(attacks),
    }
    .map(|damage| damage * count);
    for more in AND_TIMES.captures_iter(head) {
        let times = count_of(more.get(1)?);
        count += times;
        damage = damage.zip(best_of(more.get(2)?, attacks)).map(|(sum, one)| sum + one * times);
    }
    Some(Way { count, damage })
}

/// Sums the damage of `one with its bite and two with its claws`.
fn listed(list: &str, count: u32, attacks: &[Attack]) -> Option<u32> {
    let (mut sum, mut seen) = (0, 0);
    for part in list.split(" and ").flat_map(|part| part.split(", ")) {
        let part = part.trim();
        let with = |found: Found<'_>| {
            Some((number(found.get(1)?)?, part.get(found.place_of(2)?.start..)?.to_owned()))
        };
        let (times, names) = match WITH.captures(part).and_then(with) {
            Some(found) => found,
            None => {
                let found = BARE.captures(part)?;
                (number(found.get(1)?)?, found.get(2)?.replace(" attack", ""))
            }
        };
        sum += times * best_of(&names, attacks)?;
        seen += times;
    }
    (seen == count).then_some(sum)
}

/// Every name must be known.
fn best_of(names: &str, attacks: &[Attack]) -> Option<u32> {
    let one = |name: &str| {
        let name = stem(name);
        let is_of = |attack: &&Attack| {
            let other = stem(&attack.name);
            other == name
                || other.split(' ').any(|word| word == name)
                || name.split(' ').any(|word| word == other)
        };
        let exact = attacks.iter().find(|attack| stem(&attack.name) == name);
        exact.or_else(|| attacks.iter().find(is_of)).and_then(|attack| attack.damage)
    };
    let names: Vec<&str> = names
        .split(" or ")
        .flat_map(|names| names.split(','))
        .map(|name| {
            let name = name.trim();
            ["its ", "their ", "the ", "his ", "her ", "or ", "a "]
                .iter()
                .fold(name, |name, word| name.trim_start_matches(word))
        })
        .filter(|name| !name.is_empty())
        .collect();
    let damages: Option<Vec<u32>> = names.iter().map(|name| one(name)).collect();
    damages?.into_iter().max()
}

/// Returns the damage of the best attack. The damage of each must be known.
fn any(attacks: &[Attack]) -> Option<u32> {
    let damages: Option<Vec<u32>> = attacks.iter().map(|attack| attack.damage).collect();
    damages?.into_iter().max()
}

fn stem(name: &str) -> String {
    let name =
        name.trim().trim_end_matches(" attacks").trim_end_matches(" attack").trim_start_matches("melee ");
    let words: Vec<&str> = name.split(' ').map(|word| word.trim_end_matches('s')).collect();
    words.join(" ")
}

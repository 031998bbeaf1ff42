//! Reads the everyday words for the search for words that go together, which would delay the first answer.

#[path = "src/analysis.rs"]
#[allow(unreachable_pub, reason = "this program is one crate, whose items nobody else reaches")]
mod analysis;
#[path = "../content/src/everyday/files.rs"]
mod files;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::error::Error;
use std::path::Path;
use std::{env, fs};

use self::analysis::{has_meaning, searchable, stem, words};
use self::files::{FILES, lines_of};

/// The words with one stem.
#[derive(Default)]
struct Word {
    number: u16,
    forms: BTreeSet<String>,
    /// The number of lines that have one of them, and the last of these.
    lines: usize,
    last_line: Option<usize>,
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let (mut by_stem, mut line_words) = (HashMap::<String, Word>::new(), Vec::new());
    let lines = FILES.into_iter().flat_map(|(_, texts)| texts).flat_map(lines_of);
    for (position, (name, line)) in lines.enumerate() {
        let mut numbers = Vec::new();
        for form in words(&searchable(name)).chain(words(&searchable(line))).filter(|form| has_meaning(form))
        {
            let number = u16::try_from(by_stem.len())?;
            let word = by_stem.entry(stem(form)).or_insert_with(|| Word { number, ..Word::default() });
            word.forms.insert(form.to_owned());
            if word.last_line.replace(position) != Some(position) {
                word.lines += 1;
                numbers.push(word.number);
            }
        }
        numbers.insert(0, u16::try_from(numbers.len())?);
        line_words.extend(numbers.into_iter().flat_map(u16::to_le_bytes));
    }
    let forms: HashSet<&String> = by_stem.values().flat_map(|word| &word.forms).collect();
    let mut by_number: Vec<_> = by_stem.iter().collect();
    by_number.sort_unstable_by_key(|(_, word)| word.number);
    let of_word = |(stem, word): (&String, &Word)| {
        let stem = Some(stem).filter(|stem| has_meaning(stem) && !forms.contains(stem));
        let forms: Vec<&str> = word.forms.iter().chain(stem).map(String::as_str).collect();
        format!("{} {}\n", word.lines, forms.join(" "))
    };
    let list: String = by_number.into_iter().map(of_word).collect();
    let out = env::var_os("OUT_DIR").ok_or("cargo names no folder for the output")?;
    fs::write(Path::new(&out).join("words.txt"), list)?;
    fs::write(Path::new(&out).join("line_words.bin"), line_words)?;
    Ok(())
}

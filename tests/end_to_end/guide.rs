//! Parsed documents of the project: code blocks, inline code, links and headings.

use std::path::{Path, PathBuf};

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

pub(crate) struct Guide {
    pub(crate) path: String,
    pub(crate) blocks: Vec<Block>,
    pub(crate) inline: Vec<String>,
    pub(crate) links: Vec<String>,
    pub(crate) anchors: Vec<String>,
}

pub(crate) struct Block {
    /// Its position, as `FILE:LINE`.
    pub(crate) place: String,
    /// The words behind its fence: the language, then marks.
    pub(crate) info: Vec<String>,
    pub(crate) text: String,
}

impl Block {
    pub(crate) fn language(&self) -> &str {
        self.info.first().map_or("", String::as_str)
    }

    /// Leaves out empty lines.
    pub(crate) fn lines(&self) -> impl Iterator<Item = &str> {
        self.text.lines().map(|line| line.split(" #").next().unwrap().trim()).filter(|line| !line.is_empty())
    }
}

impl Guide {
    pub(crate) fn all() -> Vec<Self> {
        let root = root();
        let mut paths: Vec<PathBuf> = [root.clone(), root.join("docs")]
            .iter()
            .flat_map(|folder| std::fs::read_dir(folder).unwrap())
            .map(|file| file.unwrap().path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
            .collect();
        paths.sort();
        paths.iter().map(|path| Self::named(path.strip_prefix(&root).unwrap().to_str().unwrap())).collect()
    }

    pub(crate) fn named(path: &str) -> Self {
        let text = std::fs::read_to_string(root().join(path)).unwrap();
        let mut guide = Self {
            path: path.to_owned(),
            blocks: Vec::new(),
            inline: Vec::new(),
            links: Vec::new(),
            anchors: Vec::new(),
        };
        let mut block: Option<Block> = None;
        let mut heading: Option<String> = None;
        for (event, range) in Parser::new_ext(&text, Options::ENABLE_TABLES).into_offset_iter() {
            match event {
                Event::Start(Tag::CodeBlock(kind)) => {
                    let info = match kind {
                        CodeBlockKind::Fenced(info) => info.split_whitespace().map(str::to_owned).collect(),
                        CodeBlockKind::Indented => Vec::new(),
                    };
                    let line = text.get(..range.start).unwrap().lines().count() + 1;
                    block = Some(Block { place: format!("{path}:{line}"), info, text: String::new() });
                }
                Event::End(TagEnd::CodeBlock) => guide.blocks.extend(block.take()),
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::End(TagEnd::Heading(_)) => guide.anchors.push(anchor(&heading.take().unwrap())),
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    guide.links.push(dest_url.into_string());
                }
                Event::Text(text) => match (&mut block, &mut heading) {
                    (Some(block), _) => block.text.push_str(&text),
                    (None, Some(heading)) => heading.push_str(&text),
                    (None, None) => {}
                },
                Event::Code(code) => {
                    if let Some(heading) = &mut heading {
                        heading.push_str(&code);
                    }
                    guide.inline.push(code.into_string());
                }
                _ => {}
            }
        }
        guide
    }
}

/// Returns the anchor of a heading, as code hosts make it.
fn anchor(heading: &str) -> String {
    let kept = heading.to_lowercase().replace(' ', "-");
    kept.chars().filter(|letter| letter.is_alphanumeric() || "-_".contains(*letter)).collect()
}

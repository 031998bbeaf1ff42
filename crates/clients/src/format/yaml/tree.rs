//! A YAML document as nodes with their positions.

use saphyr_parser::{Event, Parser, Span};

/// The depth from which a document is refused.
const MAX_DEPTH: usize = 100;

/// A node and the bytes of its text.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) start: usize,
    /// The end of the last sign that belongs to the node.
    pub(super) end: usize,
    pub(super) value: Value,
    /// Set if the node has an anchor or a tag, which are outside its bytes.
    pub(super) is_marked: bool,
}

#[derive(Debug)]
pub(super) enum Value {
    Scalar(String),
    Alias,
    Sequence(Vec<Node>),
    Mapping(Vec<(Node, Node)>),
}

impl Node {
    /// Returns the pairs of a mapping.
    pub(super) fn pairs(&self) -> Option<&[(Node, Node)]> {
        match &self.value {
            Value::Mapping(pairs) => Some(pairs),
            _ => None,
        }
    }

    /// Returns the text of a scalar.
    pub(super) fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Scalar(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the pair with this key. A duplicate is refused, because programs disagree about which one counts.
    pub(super) fn pair(&self, name: &str) -> Result<Option<&(Node, Node)>, String> {
        let mut named = self.pairs().unwrap_or_default().iter().filter(|(key, _)| key.text() == Some(name));
        let first = named.next();
        if named.next().is_some() { Err(format!("`{name}` occurs twice")) } else { Ok(first) }
    }

    /// Returns the node without its position, to compare two texts. The value at the path is left out.
    pub(super) fn content(&self, without: &[&str]) -> Content {
        match &self.value {
            Value::Scalar(text) => Content::Scalar(text.clone()),
            Value::Alias => Content::Alias,
            Value::Sequence(items) => Content::Sequence(items.iter().map(|item| item.content(&[])).collect()),
            Value::Mapping(pairs) => {
                let kept = pairs.iter().filter_map(|(key, value)| {
                    let (first, rest) = match without.split_first() {
                        Some((first, rest)) if key.text() == Some(*first) => (true, rest),
                        _ => (false, &[][..]),
                    };
                    let empty = value.pairs().is_none_or(<[_]>::is_empty);
                    match (first, rest.is_empty()) {
                        (true, true) => None,
                        (true, false) if empty => None,
                        _ => Some((key.content(&[]), value.content(rest))),
                    }
                });
                Content::Mapping(kept.filter(|(_, value)| *value != Content::Mapping(Vec::new())).collect())
            }
        }
    }
}

/// The content of a node. An empty mapping counts as none.
#[derive(Debug, PartialEq)]
pub(super) enum Content {
    Scalar(String),
    Alias,
    Sequence(Vec<Content>),
    Mapping(Vec<(Content, Content)>),
}

/// Returns the root of the one document in a text, or `None` if there is none. The error is a reason for the user.
pub(super) fn parse(text: &str) -> Result<Option<Node>, String> {
    let mut reader = Reader { events: Parser::new_from_str(text), text, offsets: Vec::new() };
    reader.offsets = text.char_indices().map(|(offset, _)| offset).chain([text.len()]).collect();
    let mut root = None;
    loop {
        match reader.next()? {
            (Event::StreamEnd, _) => return Ok(root),
            (Event::DocumentStart(_), span) => {
                if root.is_some() {
                    return Err(format!("line {}: another document begins", span.start.line()));
                }
                let (event, span) = reader.next()?;
                root = Some(reader.node(event, span, 0)?);
            }
            _ => {}
        }
    }
}

struct Reader<'t> {
    events: Parser<'t, saphyr_parser::StrInput<'t>>,
    text: &'t str,
    /// The byte at which each character begins.
    offsets: Vec<usize>,
}

impl<'t> Reader<'t> {
    fn next(&mut self) -> Result<(Event<'t>, Span), String> {
        let event = self.events.next_event().unwrap_or(Ok((Event::StreamEnd, Span::default())));
        event.map_err(|error| format!("line {}: {}", error.marker().line(), error.info()))
    }

    fn offset(&self, marker: saphyr_parser::Marker) -> usize {
        self.offsets.get(marker.index()).copied().unwrap_or(self.text.len())
    }

    fn node(&mut self, event: Event<'t>, span: Span, depth: usize) -> Result<Node, String> {
        if depth > MAX_DEPTH {
            return Err(format!("line {}: it is nested too deeply", span.start.line()));
        }
        let start = self.offset(span.start);
        let (value, is_marked, end) = match event {
            Event::Alias(_) => (Value::Alias, false, self.offset(span.end)),
            Event::Scalar(text, _, anchor, tag) => {
                // The span of a text block reaches to the next sign behind it.
                let written = self.text.get(start..self.offset(span.end)).unwrap_or_default();
                (
                    Value::Scalar(text.into_owned()),
                    anchor > 0 || tag.is_some(),
                    start + written.trim_end().len(),
                )
            }
            Event::SequenceStart(anchor, tag) => {
                let mut items = Vec::new();
                let last = loop {
                    match self.next()? {
                        (Event::SequenceEnd, span) => break span,
                        (event, span) => items.push(self.node(event, span, depth + 1)?),
                    }
                };
                let end = self.end(start, last, items.last());
                (Value::Sequence(items), anchor > 0 || tag.is_some(), end)
            }
            Event::MappingStart(anchor, tag) => {
                let mut pairs = Vec::new();
                let last = loop {
                    match self.next()? {
                        (Event::MappingEnd, span) => break span,
                        (event, span) => {
                            let key = self.node(event, span, depth + 1)?;
                            let (event, span) = self.next()?;
                            let mut value = self.node(event, span, depth + 1)?;
                            // A value that is not written stands right after its key.
                            if value.start == value.end {
                                (value.start, value.end) = (key.end, key.end);
                            }
                            pairs.push((key, value));
                        }
                    }
                };
                let end = self.end(start, last, pairs.last().map(|(_, value)| value));
                (Value::Mapping(pairs), anchor > 0 || tag.is_some(), end)
            }
            _ => return Err(format!("line {}: it is no YAML", span.start.line())),
        };
        Ok(Node { start, end: end.max(start), value, is_marked })
    }

    /// Returns the end of a collection: of its bracket, or of its last item.
    fn end(&self, start: usize, last: Span, item: Option<&Node>) -> usize {
        match self.text.as_bytes().get(start) {
            // The span of a closing bracket may reach to the end of its line.
            Some(b'{' | b'[') => self.offset(last.start) + 1,
            _ => item.map_or(start, |item| item.end),
        }
    }
}

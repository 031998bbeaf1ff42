//! Passages that several engines embed, each taking the next one.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::error::Result;

/// The passages of one call that no engine has taken yet.
pub(crate) struct PassageQueue<'a> {
    texts: &'a [String],
    /// The place of the next passage.
    next: AtomicUsize,
}

impl<'a> PassageQueue<'a> {
    pub(crate) fn new(texts: &'a [String]) -> Self {
        Self { texts, next: AtomicUsize::new(0) }
    }

    /// Embeds one passage after another until none is left, each after `wait`. Returns the vectors with the places of their
    /// passages.
    ///
    /// # Errors
    /// The first error of `embed`, after which the other engines stop as well.
    pub(crate) fn embed(
        &self,
        wait: impl Fn(),
        mut embed: impl FnMut(&str) -> Result<Vec<f32>>,
    ) -> Result<Vec<(usize, Vec<f32>)>> {
        let mut vectors = Vec::new();
        loop {
            wait();
            let place = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(text) = self.texts.get(place) else { return Ok(vectors) };
            let vector = embed(text).inspect_err(|_| self.next.store(self.texts.len(), Ordering::Relaxed))?;
            vectors.push((place, vector));
        }
    }
}

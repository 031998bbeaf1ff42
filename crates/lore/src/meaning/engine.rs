use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use fastembed::{InitOptionsUserDefined, TextEmbedding, UserDefinedEmbeddingModel};

use ort::environment::Environment;

use super::graph;
use super::model::{Model, Pooling};
use super::packed::unit;
use super::runtime;

/// A model in memory. It computes on the thread that calls it.
pub(super) struct Engine {
    embedding: TextEmbedding,
    dimension: usize,
}

impl Engine {
    /// Loads a model, which takes a tenth of a second.
    ///
    /// # Errors
    /// Says in a sentence why it cannot be used.
    pub(super) fn load(model: &Model, library: Option<&Path>) -> Result<Self, String> {
        let library = library.ok_or(runtime::MISSING)?;
        // Each takes a while. What is wrong with a damaged file is said in our words, not in ONNX Runtime's.
        std::thread::scope(|scope| {
            let environment = scope.spawn(|| runtime::environment(library));
            let onnx = Arc::new(model.onnx()?);
            let checked = Arc::clone(&onnx);
            let check = scope.spawn(move || model.check(&checked));
            let rewritten = graph::in_eight_bits(&onnx).unwrap_or_else(|| onnx.to_vec());
            let environment =
                environment.join().unwrap_or_else(|_| Err("loading ONNX Runtime failed".to_owned()))?;
            let started = Self::start(model, environment, rewritten);
            check.join().unwrap_or_else(|_| Err("checking the model failed".to_owned()))?;
            started
        })
    }

    fn start(model: &Model, environment: Environment, onnx: Vec<u8>) -> Result<Self, String> {
        let files = model.tokenizer_files()?;
        let pooling = match model.manifest.pooling {
            Pooling::Mean => fastembed::Pooling::Mean,
            Pooling::Cls => fastembed::Pooling::Cls,
        };
        let defined = UserDefinedEmbeddingModel::new(onnx, files).with_pooling(pooling);
        // One thread is faster for short texts than several; without the arena, memory that was used once is given back;
        // the fused operator that is left out takes twice as long as its parts.
        let options = InitOptionsUserDefined::new()
            .with_environment(environment)
            .with_execution_providers(vec![ort::ep::CPU::default().with_arena_allocator(false).build()])
            .with_max_length(model.manifest.tokens)
            .with_intra_threads(1)
            .with_session_config("session.intra_op.allow_spinning", "0")
            .with_session_config("session.inter_op.allow_spinning", "0")
            .with_session_config("optimization.disable_specified_optimizers", "SkipLayerNormFusion");
        let loaded =
            catch_unwind(AssertUnwindSafe(|| TextEmbedding::try_new_from_user_defined(defined, options)))
                .map_err(|_| "loading it failed".to_owned())
                .and_then(|loaded| loaded.map_err(|error| error.to_string()));
        let embedding =
            loaded.map_err(|why| format!("the model {} cannot be used: {why}", model.manifest.name))?;
        let mut engine = Self { embedding, dimension: model.dimension() };
        engine.embed("plum")?;
        Ok(engine)
    }

    /// The vector of a text, of length 1. What is longer than the model reads is cut. Texts go one by one: a model of
    /// eight bits rounds by what else is in its batch, so that a text would not always have the same vector.
    pub(super) fn embed(&mut self, text: &str) -> Result<Vec<f32>, String> {
        let made = catch_unwind(AssertUnwindSafe(|| self.embedding.embed([text], Some(1))))
            .map_err(|_| "computing a vector failed".to_owned())?
            .map_err(|error| error.to_string())?;
        let vector = made.into_iter().next().unwrap_or_default();
        if vector.len() != self.dimension {
            return Err(format!(
                "the model gives vectors of {} numbers, not of {} as its description says",
                vector.len(),
                self.dimension
            ));
        }
        Ok(unit(&vector))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meaning::real;

    #[test]
    fn computing_in_eight_bits_changes_little() {
        let Some(options) = real() else { return };
        let model = Model::chosen(&options, Path::new("/nowhere")).unwrap();
        let library = options.runtime.unwrap();
        let environment = runtime::environment(&library).unwrap();
        let mut as_stored = Engine::start(&model, environment, model.onnx().unwrap()).unwrap();
        let mut rewritten = Engine::load(&model, Some(&library)).unwrap();
        for text in [
            "fire",
            "what happens when I fall from a great height",
            "Plum Ward. 3rd-level abjuration spell (Wizard). A ring of ripe plums hangs about you and takes every arrow that is shot at you. It ends when the last plum has fallen.",
        ] {
            let (before, after) = (as_stored.embed(text).unwrap(), rewritten.embed(text).unwrap());
            let cosine: f32 = before.iter().zip(&after).map(|(a, b)| a * b).sum();
            assert!(cosine > 0.985, "{cosine} for {text}");
        }
    }
}

//! A loaded model.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use fastembed::{InitOptionsUserDefined, TextEmbedding, UserDefinedEmbeddingModel};

use crate::error::{Error, Result};
use crate::model::Model;
use crate::packed_vector::normalised;
use crate::runtime::{self, missing_runtime};

/// A model in memory. It computes on the calling thread.
pub(crate) struct Engine {
    embedding: TextEmbedding,
    dimension: usize,
}

impl Engine {
    /// This takes about a tenth of a second.
    pub(crate) fn load(model: &Model, library: Option<&Path>) -> Result<Self> {
        let library = library.ok_or_else(missing_runtime)?;
        std::thread::scope(|scope| {
            let environment = scope.spawn(|| runtime::environment(library));
            let verified = scope.spawn(|| model.verify());
            let onnx = model.onnx()?;
            let environment = joined(environment)?;
            let engine = Self::start(model, environment, onnx);
            // A damaged file is reported as such, not by ONNX Runtime's error.
            joined(verified)?;
            engine
        })
    }

    fn start(model: &Model, environment: ort::environment::Environment, onnx: Vec<u8>) -> Result<Self> {
        let pooling = model.manifest.pooling.clone();
        let definition = UserDefinedEmbeddingModel::new(onnx, model.tokenizer_files()?).with_pooling(pooling);
        // Short texts are faster with one thread than with several. Without the arena, memory is freed after
        // use. The disabled fusion is twice as slow as its parts.
        let options = InitOptionsUserDefined::new()
            .with_environment(environment)
            .with_execution_providers(vec![ort::ep::CPU::default().with_arena_allocator(false).build()])
            .with_max_length(model.manifest.tokens)
            .with_intra_threads(1)
            .with_session_config("session.intra_op.allow_spinning", "0")
            .with_session_config("session.inter_op.allow_spinning", "0")
            .with_session_config("optimization.disable_specified_optimizers", "SkipLayerNormFusion");
        let loaded =
            catch_unwind(AssertUnwindSafe(|| TextEmbedding::try_new_from_user_defined(definition, options)))
                .map_err(|_| "it could not be loaded".to_owned())
                .and_then(|loaded| loaded.map_err(|error| error.to_string()));
        let embedding = loaded.map_err(|reason| {
            Error::Unavailable(format!("the model {} cannot be used: {reason}", model.name()))
        })?;
        let mut engine = Self { embedding, dimension: model.dimension() };
        engine.embed("plum")?;
        Ok(engine)
    }

    /// Texts are not batched: an eight-bit model rounds by the content of a batch, but vectors must not vary.
    pub(crate) fn embed(&mut self, text: &str) -> Result<Vec<f32>> {
        let vectors = catch_unwind(AssertUnwindSafe(|| self.embedding.embed([text], Some(1))))
            .map_err(|_| Error::Failed("it panicked".to_owned()))?
            .map_err(|error| Error::Failed(error.to_string()))?;
        let vector = vectors.into_iter().next().unwrap_or_default();
        if vector.len() != self.dimension {
            return Err(Error::Failed(format!(
                "its vectors have {} components, not {} as its description says",
                vector.len(),
                self.dimension
            )));
        }
        Ok(normalised(&vector))
    }
}

pub(crate) fn joined<T>(thread: std::thread::ScopedJoinHandle<'_, Result<T>>) -> Result<T> {
    thread.join().unwrap_or_else(|_| Err(Error::Unavailable("a thread of the model panicked".to_owned())))
}

#[cfg(test)]
mod tests;

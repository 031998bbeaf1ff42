use std::panic::catch_unwind;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use object::read::{ReadCache, ReadRef};
use object::{Object, ObjectSection};
use ort::environment::Environment;
use ort::logging::LogLevel;

/// What is said where there is none.
pub(super) const MISSING: &str = "ONNX Runtime is not installed; it comes with LoreKeeper";

/// A process can have one, for its whole life.
static ENVIRONMENT: Mutex<Option<Environment>> = Mutex::new(None);

/// ONNX Runtime, loaded from a file the first time. What it prints goes to the log.
///
/// # Errors
/// Says in a sentence why it cannot be used. A later try may use another file.
pub(super) fn environment(library: &Path) -> Result<Environment, String> {
    let mut loaded = ENVIRONMENT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(environment) = &*loaded {
        return Ok(environment.clone());
    }
    let unusable = |why: &str| format!("ONNX Runtime ({}) cannot be used: {why}", library.display());
    let library = std::path::absolute(library).map_err(|error| unusable(&error.to_string()))?;
    if !library.is_file() {
        return Err(unusable("the file is missing"));
    }
    if !is_whole(&library) {
        return Err(unusable("the file is damaged, or no library"));
    }
    // Its binding panics on some libraries that are none.
    let environment = catch_unwind(|| {
        let builder = ort::init_from(&library).map_err(|error| error.to_string())?;
        builder
            .with_name("lorekeeper")
            .with_telemetry(false)
            .with_logger(Arc::new(|level, category: &str, _: &str, place: &str, message: &str| match level {
                LogLevel::Error | LogLevel::Fatal => tracing::warn!(category, place, message, "ONNX Runtime"),
                LogLevel::Warning => tracing::debug!(category, place, message, "ONNX Runtime"),
                LogLevel::Verbose | LogLevel::Info => {}
            }))
            .build()
            .map_err(|error| error.to_string())
    })
    .unwrap_or_else(|_| Err("it is no ONNX Runtime that this program understands".to_owned()))
    .map_err(|why| unusable(&why))?;
    environment.set_log_level(LogLevel::Warning);
    Ok(loaded.insert(environment).clone())
}

/// Whether a file is a library from its beginning to its end. The system loads one that was cut off, too, and kills
/// the process when it comes to what is missing.
fn is_whole(library: &Path) -> bool {
    let Ok(file) = std::fs::File::open(library) else { return false };
    let file = ReadCache::new(file);
    let Ok(length) = (&file).len() else { return false };
    object::File::parse(&file).is_ok_and(|library| {
        let ends = library.sections().filter_map(|section| section.file_range());
        ends.into_iter().all(|(start, size)| start.saturating_add(size) <= length)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_no_library_is_told_and_harms_nobody() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("libonnxruntime.so");
        let taken = ENVIRONMENT.lock().unwrap().is_some();
        if taken {
            return;
        }
        assert!(environment(&file).unwrap_err().contains("missing"));
        std::fs::write(&file, "no library").unwrap();
        let error = environment(&file).unwrap_err();
        assert!(error.contains("cannot be used") && error.contains("damaged"), "{error}");
    }
}

//! ONNX Runtime, loaded from a library file at run time.

use std::panic::catch_unwind;
use std::path::Path;
use std::sync::Arc;

use object::read::{ReadCache, ReadRef};
use object::{Object, ObjectSection};
use ort::environment::Environment;
use ort::logging::LogLevel;
use parking_lot::Mutex;

use crate::error::{Error, Result};

static ENVIRONMENT: Mutex<Option<Environment>> = Mutex::new(None);

pub(crate) fn missing_runtime() -> Error {
    Error::Unavailable("ONNX Runtime is not installed; it comes with LoreKeeper".to_owned())
}

/// The first call loads the library. After an error, another call may use another file.
pub(crate) fn environment(library: &Path) -> Result<Environment> {
    let mut loaded = ENVIRONMENT.lock();
    if let Some(environment) = &*loaded {
        return Ok(environment.clone());
    }
    let environment = load(library).map_err(|reason| {
        Error::Unavailable(format!("ONNX Runtime ({}) cannot be used: {reason}", disk::shown(library)))
    })?;
    environment.set_log_level(LogLevel::Warning);
    Ok(loaded.insert(environment).clone())
}

fn load(library: &Path) -> Result<Environment, String> {
    let library = std::path::absolute(library).map_err(|error| error.to_string())?;
    if !library.is_file() {
        return Err("the file is missing".to_owned());
    }
    if !is_complete(&library) {
        return Err("the file is damaged or not a library".to_owned());
    }
    // While the system loads a library, no thread can begin: what takes long on a slow disk is done before.
    let read =
        std::fs::File::open(&library).and_then(|mut file| std::io::copy(&mut file, &mut std::io::sink()));
    read.map_err(|error| error.to_string())?;
    // `ort` panics on some files that are not ONNX Runtime.
    catch_unwind(|| {
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
    .unwrap_or_else(|_| Err("it is not a version of ONNX Runtime that this program supports".to_owned()))
}

/// The system loads a truncated library as well, and kills the process when it reads the missing part.
fn is_complete(library: &Path) -> bool {
    let Ok(file) = std::fs::File::open(library) else { return false };
    let file = ReadCache::new(file);
    let Ok(length) = (&file).len() else { return false };
    object::File::parse(&file).is_ok_and(|library| {
        let mut ranges = library.sections().filter_map(|section| section.file_range());
        ranges.all(|(start, size)| start.saturating_add(size) <= length)
    })
}

#[cfg(test)]
mod tests;

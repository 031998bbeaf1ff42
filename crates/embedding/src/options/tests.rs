use super::*;

fn model(options: &EmbeddingOptions) -> Result<Model, String> {
    options.model(Path::new("/nowhere")).map_err(|error| error.to_string())
}

fn chosen(name: &str) -> EmbeddingOptions {
    EmbeddingOptions { chosen_model: Some(name.to_owned()), ..EmbeddingOptions::default() }
}

fn bundled(folder: &Path) -> EmbeddingOptions {
    EmbeddingOptions { bundled_model: Some(folder.to_owned()), ..EmbeddingOptions::default() }
}

#[test]
fn the_runtime_is_found_among_the_libraries_of_an_app() {
    let app = tempfile::tempdir().unwrap();
    let resources = app.path().join("Contents/Resources/resources");
    let frameworks = app.path().join("Contents/Frameworks");
    std::fs::create_dir_all(&resources).unwrap();
    std::fs::create_dir_all(&frameworks).unwrap();
    let library = format!("{}onnxruntime{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    std::fs::write(frameworks.join(&library), "code").unwrap();

    let found = first_runtime(std::slice::from_ref(&resources), &[RUNTIME, RUNTIME_IN_APP]).unwrap();
    assert_eq!(found.canonicalize().unwrap(), frameworks.join(library).canonicalize().unwrap());
    assert_eq!(first_runtime(&[resources], &[RUNTIME]), None);
}

#[test]
fn a_missing_model_is_an_error_with_its_reason() {
    assert!(model(&EmbeddingOptions::default()).unwrap_err().contains("no model is installed"));
    let folder = tempfile::tempdir().unwrap();
    assert!(model(&bundled(folder.path())).unwrap_err().contains("model.onnx is missing"));
    assert!(model(&chosen("/no/such/folder")).unwrap_err().contains("LOREKEEPER_MODEL"));
    let error = model(&chosen("snowflakearcticembedxs")).unwrap_err();
    assert!(error.contains("not downloaded yet"), "{error}");
}

#[test]
fn a_damaged_model_is_detected_by_its_hash() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("model.onnx"), "no model").unwrap();
    let model = model(&bundled(folder.path())).unwrap();
    assert_eq!((model.name(), model.dimension()), ("all-MiniLM-L6-v2-fine-tuned", 256));
    assert!(model.verify().unwrap_err().to_string().contains("damaged"));
}

#[test]
fn a_folder_with_a_manifest_is_a_model() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    let options = chosen(&folder.path().display().to_string());
    write("plum.onnx", "");
    write(
        MANIFEST_FILE,
        r#"{"name": "plum", "file": "plum.onnx", "dimension": 4, "pooling": "cls", "query_prefix": "Q: "}"#,
    );
    let found = model(&options).unwrap();
    assert_eq!((found.identity(2).as_str(), found.manifest.tokens), ("plum@unknown/2", 256));
    write(MANIFEST_FILE, r#"{"name": "plum", "dimension": 0, "pooling": "cls"}"#);
    assert!(model(&options).unwrap_err().contains("dimension"));
    write(MANIFEST_FILE, r#"{"name": "plum", "dimension": 4, "leading": 5, "pooling": "cls"}"#);
    assert!(model(&options).unwrap_err().contains("`leading`"));
    write(MANIFEST_FILE, r#"{"name": "plum", "dimension": 4, "pooling": "sum"}"#);
    assert!(model(&options).unwrap_err().contains("model.json"));
}

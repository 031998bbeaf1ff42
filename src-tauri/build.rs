//! Lets Tauri read its configuration, check what the page may call, and embed the page and the icons.

use tauri_build::{AppManifest, Attributes};

fn main() -> anyhow::Result<()> {
    // Tauri names only the folders that it knows by itself.
    println!("cargo:rerun-if-changed=src-tauri/permissions");
    println!("cargo:rerun-if-changed=src-tauri/capabilities");
    let manifest = AppManifest::new().permissions_path_pattern("src-tauri/permissions/*.toml");
    let attributes =
        Attributes::new().app_manifest(manifest).capabilities_path_pattern("src-tauri/capabilities/*.json");
    tauri_build::try_build(attributes)
}

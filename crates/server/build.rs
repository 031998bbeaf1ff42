//! Gives the program for Windows an icon, a version and a manifest.

use std::env;
use std::io;
use std::path::Path;

use tauri_winres::WindowsResource;

/// Asks Windows for paths of more than 260 characters, which it grants where its setting `LongPathsEnabled` is on.
const MANIFEST: &str = r#"<assembly xmlns="urn:schemas-microsoft-com:asm.v1" manifestVersion="1.0">
  <application xmlns="urn:schemas-microsoft-com:asm.v3">
    <windowsSettings xmlns:ws2016="http://schemas.microsoft.com/SMI/2016/WindowsSettings">
      <ws2016:longPathAware>true</ws2016:longPathAware>
    </windowsSettings>
  </application>
</assembly>
"#;

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    if env::var_os("CARGO_CFG_WINDOWS").is_none() {
        return Ok(());
    }
    let icon = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../icons/icon.ico");
    println!("cargo:rerun-if-changed={}", icon.display());
    WindowsResource::new()
        .set_icon(&icon.display().to_string())
        .set_manifest(MANIFEST)
        .set("ProductName", "LoreKeeper")
        // The resource compiler of MinGW does not understand the apostrophe of the package's description.
        .set("FileDescription", "LoreKeeper server and command line")
        .set("CompanyName", "The LoreKeeper authors")
        .set("LegalCopyright", "The LoreKeeper authors")
        .compile()
}

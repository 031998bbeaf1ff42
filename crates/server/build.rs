//! Embeds the pages, and gives the program for Windows an icon, a version and a manifest.

use std::env;
use std::fs;
use std::io;
use std::path::Path;

use tauri_winres::WindowsResource;

/// Asks Windows for paths of more than 260 characters, granted where its setting `LongPathsEnabled` is on.
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
    for page in ["card.html", "players.html"] {
        embed(page)?;
    }
    if env::var_os("CARGO_CFG_WINDOWS").is_none() {
        return Ok(());
    }
    let icon = env::current_dir()?.join("../../icons/icon.ico");
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

/// Copies a page that `scripts/build-ui` built. A server that is built without Node has none, and says so.
fn embed(name: &str) -> io::Result<()> {
    let ui = Path::new("../../ui");
    let built = ui.join("dist-card").join(name);
    let page = match fs::read_to_string(&built) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            println!("cargo:warning=no {name} in this build: scripts/build-ui builds it");
            // Cargo takes a missing file for one that changes all the time.
            println!("cargo:rerun-if-changed={}", ui.display());
            String::new()
        }
        page => {
            println!("cargo:rerun-if-changed={}", built.display());
            page?
        }
    };
    let folder = env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("cargo sets no OUT_DIR"))?;
    fs::write(Path::new(&folder).join(name), page)
}

//! Registers LoreKeeper's MCP server with the AI clients found on this computer.
//!
//! [`Clients`] is the way in: it reads each client's state from disk, shows what would be written before it is written,
//! writes it, takes it back, and tries out what was written. In a client's file it touches its own entry, `lorekeeper`,
//! and nothing else. Nothing here knows what the server answers about, of a window, or of the terminal.
//!
//! What is kept: beside a file that was changed stands one backup, `<name>.lorekeeper-backup`, with the bytes from before
//! our last change; in the folder for records stands one small file per client, which says what that change was. Undo
//! needs both, and that the file is still what we wrote. Taking a change back removes both.

mod client;
mod client_list;
mod clients;
mod error;
mod file;
mod format;
mod plan;
mod record;
mod self_test;
mod server;
mod system_folders;

pub use client::{Client, ClientId, State};
pub use clients::Clients;
pub use error::{Error, Result};
pub use plan::{Action, Line, Plan, Sign};
pub use self_test::{SelfTest, Stage, Step};
pub use server::{NAME, Server};
pub use system_folders::{System, SystemFolders};

//! Registers LoreKeeper's MCP server with the AI clients found on this computer.
//!
//! [`Clients`] is the entry point: it reads each client's state from disk, plans a change, applies or undoes
//! it, and tests the result. In a client's file it changes its own entry, `lorekeeper`, and nothing else.
//!
//! A change leaves one backup, `<name>.lorekeeper-backup`, beside the file, and one record of the change per
//! client in the folder for records. Undo needs both, and an unchanged file; it removes both.

mod client;
mod client_list;
mod clients;
mod entry;
mod error;
mod file;
mod format;
mod plan;
mod record;
mod self_test;
mod server;
mod system_folders;
mod time_limits;

pub use client::{Client, State};
pub use client_list::ClientId;
pub use clients::Clients;
pub use error::{Error, Result};
pub use plan::{Action, Line, LineChange, Plan};
pub use self_test::{SelfTest, Stage, Step};
pub use server::Server;
pub use system_folders::{System, SystemFolders};
pub use time_limits::TimeLimits;

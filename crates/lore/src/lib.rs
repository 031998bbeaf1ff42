//! One local library of fifth-edition content: what it holds, how it is filled, and how it is asked.
//!
//! Nothing here knows of MCP, of a window, or of the terminal.

pub mod error;
pub mod ingest;
pub mod model;
pub mod progress;

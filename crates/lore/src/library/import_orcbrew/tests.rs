mod official;
mod policies;
mod report;
mod shelf;
mod updates;

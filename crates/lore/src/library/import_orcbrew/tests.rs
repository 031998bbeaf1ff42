mod official;
mod policies;
mod report;
mod test_library;
mod updates;

mod official;
mod policies;
mod shelf;
mod telling;
mod updates;

"""Scene graphs: what a caption says, as facts."""

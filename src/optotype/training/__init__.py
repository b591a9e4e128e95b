"""The networks that come with the package, and how they are trained; torch lives here only."""

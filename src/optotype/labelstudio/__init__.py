"""Label Studio: teams that have one keep it. Items go there as tasks, and what people say comes back to them."""

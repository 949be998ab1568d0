"""What the server answers, a module for each kind of address."""

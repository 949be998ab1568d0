"""What a server needs that any route may meet: connections, admission, headers, the log of requests."""

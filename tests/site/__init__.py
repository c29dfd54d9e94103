"""The built site, in a browser with the network closed."""

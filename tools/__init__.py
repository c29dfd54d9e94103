"""What authors run: reading and refreshing notebooks, guards, measurements, the site."""

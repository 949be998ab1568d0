"""Backups of a data folder: made while a server runs, verified, and put back."""

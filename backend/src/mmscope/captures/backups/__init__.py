"""Backups of a data folder: made while a server runs, verified, and put back."""

from mmscope.captures.backups.archive import BackupError
from mmscope.captures.backups.making import Made, backup
from mmscope.captures.backups.restoring import DamagedBackupError, Restored, restore

__all__ = ["BackupError", "DamagedBackupError", "Made", "Restored", "backup", "restore"]

"""What was derived depends on more than the core: on the form of the files too."""

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("ALTER TABLE captures RENAME COLUMN core_sha256 TO derived_by")


def downgrade() -> None:
    op.execute("ALTER TABLE captures RENAME COLUMN derived_by TO core_sha256")

"""Bytes of each capture on disk, so that admission looks at no file; indexes for counts and pages."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Those that are there already are counted at the start that follows.
    op.add_column("captures", sa.Column("stored", sa.BigInteger, nullable=False, server_default="0"))
    op.create_index("ix_captures_counts", "captures", ["state", "stored"])
    op.create_index("ix_captures_order", "captures", ["origin", "title", "id"])


def downgrade() -> None:
    op.drop_index("ix_captures_order", "captures")
    op.drop_index("ix_captures_counts", "captures")
    op.drop_column("captures", "stored")

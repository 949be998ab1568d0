"""The table of captures."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "captures",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("origin", sa.String(16), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("filename", sa.Text, nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("size", sa.BigInteger, nullable=False),
        sa.Column("added", sa.String(32), nullable=False),
        sa.Column("core_sha256", sa.String(64)),
        sa.Column("details", sa.JSON, nullable=False),
    )
    op.create_index("ix_captures_sha256", "captures", ["sha256"])


def downgrade() -> None:
    op.drop_table("captures")

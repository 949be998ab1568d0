"""Who may remove a capture. Of those that are there already nobody holds a secret."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "claims",
        sa.Column("capture", sa.String(64), primary_key=True),
        sa.Column("holder", sa.String(64), primary_key=True),
    )
    op.create_index("ix_claims_holder", "claims", ["holder"])


def downgrade() -> None:
    op.drop_table("claims")

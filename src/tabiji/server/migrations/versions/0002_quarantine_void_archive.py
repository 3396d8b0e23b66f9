"""Matches that are quarantined, void or archived; the rules each node plays"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.add_column(sa.Column("void", sa.String(length=20), nullable=True))
        batch_op.add_column(sa.Column("archived", sa.BigInteger(), nullable=True))
        batch_op.add_column(sa.Column("quarantine", sa.String(length=200), nullable=True))
        batch_op.create_index(batch_op.f("ix_tables_quarantine"), ["quarantine"], unique=False)
    with op.batch_alter_table("nodes", schema=None) as batch_op:
        batch_op.add_column(sa.Column("rules", sa.Text(), nullable=True))

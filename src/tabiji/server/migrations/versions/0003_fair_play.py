"""Parts of persons in the shuffle, seats of one person, removals, and when a seat was last connected"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    with op.batch_alter_table("tables") as batch_op:
        batch_op.add_column(sa.Column("several_seats", sa.Boolean(), nullable=False, server_default=sa.true()))
        batch_op.add_column(sa.Column("shuffle", sa.Integer(), nullable=True))
        batch_op.add_column(sa.Column("removed", sa.Text(), nullable=True))
    with op.batch_alter_table("seats") as batch_op:
        batch_op.add_column(sa.Column("part", sa.String(length=64), nullable=True))
        batch_op.add_column(sa.Column("seen", sa.BigInteger(), nullable=True))

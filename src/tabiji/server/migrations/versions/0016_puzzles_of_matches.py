"""Puzzles of matches whose people agreed"""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    with op.batch_alter_table("people") as batch_op:
        batch_op.add_column(sa.Column("puzzles", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table(
        "puzzles",
        sa.Column("game", sa.String(length=20), nullable=False),
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("table", sa.String(length=16), nullable=False),
        sa.Column("rules", sa.Integer(), nullable=False),
        sa.Column("network", sa.String(length=64), nullable=False),
        sa.Column("version", sa.String(length=20), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.Column("puzzle", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name=op.f("fk_puzzles_table"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "id", name=op.f("pk_puzzles")),
    )
    op.create_index(op.f("ix_puzzles_table"), "puzzles", ["table"], unique=False)

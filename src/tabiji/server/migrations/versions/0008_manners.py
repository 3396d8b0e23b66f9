"""Blocks and reports of people, and chats that a host has closed"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    with op.batch_alter_table("tables") as batch_op:
        batch_op.add_column(sa.Column("chat_closed", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table(
        "blocks",
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("blocked", sa.String(length=16), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_blocks_person"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["blocked"], ["people.id"], name=op.f("fk_blocks_blocked"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person", "blocked", name=op.f("pk_blocks")),
    )
    op.create_index(op.f("ix_blocks_blocked"), "blocks", ["blocked"], unique=False)
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("reported", sa.String(length=16), nullable=False),
        sa.Column("table", sa.String(length=16), nullable=True),
        sa.Column("reason", sa.String(length=12), nullable=False),
        sa.Column("text", sa.String(length=500), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_reports_person"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["reported"], ["people.id"], name=op.f("fk_reports_reported"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name=op.f("fk_reports_table"), ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reports")),
    )
    op.create_index(op.f("ix_reports_person"), "reports", ["person"], unique=False)
    op.create_index(op.f("ix_reports_reported"), "reports", ["reported"], unique=False)

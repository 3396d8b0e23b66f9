"""Roles, mutes and bans of people, settled reports, and the log of administrators"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    with op.batch_alter_table("people") as batch_op:
        batch_op.add_column(sa.Column("role", sa.String(length=16), nullable=True))
        batch_op.add_column(sa.Column("muted_until", sa.BigInteger(), nullable=True))
        batch_op.add_column(sa.Column("banned_until", sa.BigInteger(), nullable=True))
        batch_op.add_column(sa.Column("warned", sa.Boolean(), nullable=False, server_default=sa.false()))
    with op.batch_alter_table("reports") as batch_op:
        batch_op.add_column(sa.Column("settled", sa.BigInteger(), nullable=True))
    op.create_table(
        "audit_log",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("by", sa.String(length=80), nullable=False),
        sa.Column("by_person", sa.String(length=16), nullable=True),
        sa.Column("action", sa.String(length=12), nullable=False),
        sa.Column("person", sa.String(length=16), nullable=True),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("table", sa.String(length=16), nullable=True),
        sa.Column("report", sa.Integer(), nullable=True),
        sa.Column("text", sa.String(length=500), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=True),
        sa.Column("seen", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["by_person"], ["people.id"], name=op.f("fk_audit_log_by_person"), ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_audit_log_person"), ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit_log")),
    )
    op.create_index(op.f("ix_audit_log_by_person"), "audit_log", ["by_person"], unique=False)
    op.create_index(op.f("ix_audit_log_person"), "audit_log", ["person"], unique=False)

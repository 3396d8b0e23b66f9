"""Somebody's tables are counted without looking at everybody's"""

from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_index(op.f("ix_tables_host_status"), "tables", ["host", "status"], unique=False)

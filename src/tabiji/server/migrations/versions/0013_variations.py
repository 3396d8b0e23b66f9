"""Tables that go on from a moment of another match"""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    with op.batch_alter_table("tables") as batch_op:
        batch_op.add_column(sa.Column("origin", sa.String(length=16), nullable=True))
        batch_op.add_column(sa.Column("branch", sa.Integer(), nullable=True))
    op.create_index(op.f("ix_tables_origin"), "tables", ["origin"], unique=False)

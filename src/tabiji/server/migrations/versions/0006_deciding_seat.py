"""The seat that decides in a match that is not in memory"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    with op.batch_alter_table("tables") as batch_op:
        batch_op.add_column(sa.Column("decides", sa.Integer(), nullable=True))
        batch_op.add_column(sa.Column("decides_at", sa.Integer(), nullable=True))

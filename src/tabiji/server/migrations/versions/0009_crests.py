"""A person's crest is drawn anew as often as they like"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    with op.batch_alter_table("people") as batch_op:
        batch_op.add_column(sa.Column("crest", sa.Integer(), nullable=False, server_default="0"))

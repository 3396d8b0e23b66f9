"""A public profile is a choice"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    with op.batch_alter_table("people") as batch_op:
        batch_op.add_column(sa.Column("public", sa.Boolean(), nullable=False, server_default=sa.false()))

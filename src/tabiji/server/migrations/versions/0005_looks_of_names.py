"""What the names of accounts look like"""

import sqlalchemy as sa
from alembic import op

from tabiji.server.names import skeleton

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    with op.batch_alter_table("people") as batch_op:
        batch_op.add_column(sa.Column("skeleton", sa.String(length=80), nullable=True))
        batch_op.create_unique_constraint(batch_op.f("uq_people_skeleton"), ["skeleton"])
    people = sa.table("people", sa.column("id"), sa.column("name"), sa.column("handle"), sa.column("skeleton"))
    connection = op.get_bind()
    known = set()
    accounts = sa.select(people.c.id, people.c.name).where(people.c.handle.is_not(None)).order_by(people.c.id)
    for row in connection.execute(accounts).all():
        looks = skeleton(row.name)
        if looks not in known:  # of accounts that look alike already, one is protected
            connection.execute(sa.update(people).where(people.c.id == row.id).values(skeleton=looks))
            known.add(looks)

import { and, eq } from 'drizzle-orm';
import { labCodes, labConnections } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { notFound, pathId } from '../../shared/ids';

/** The code with its connection, locked until the transaction ends. @throws DomainError `not_found` */
export async function lockCode(tx: Tx, { actor }: Context, code: string) {
  const { orgId } = actor;
  const id = pathId('lab_code', code);
  const [found] = await tx
    .select({ row: labCodes, laboratory: labConnections.name, lab: labConnections.lab })
    .from(labCodes)
    .innerJoin(
      labConnections,
      and(eq(labConnections.orgId, orgId), eq(labConnections.id, labCodes.connectionId)),
    )
    .where(and(eq(labCodes.orgId, orgId), eq(labCodes.id, id)))
    .for('update', { of: labCodes });
  if (!found) throw notFound();
  return { id, ...found };
}

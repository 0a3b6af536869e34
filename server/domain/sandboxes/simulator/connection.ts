import { and, eq, isNull } from 'drizzle-orm';
import { labConnections } from '../../../db/schema/index';
import type { Tx } from '../../../db/transaction';
import type { CreateLabConnectionInput } from '../../lab-connections/contract';
import { MRN_AUTHORITY, SIMULATOR } from './to-oru';

/** The connection of the simulated laboratory. */
export const SIMULATOR_CONNECTION: CreateLabConnectionInput = {
  name: 'Simulated laboratory',
  transport: 'https',
  time_zone: 'UTC',
  sending_application: SIMULATOR,
  mrn_authority: MRN_AUTHORITY,
};

export async function findSimulatorConnection(
  tx: Tx,
  orgId: string,
): Promise<typeof labConnections.$inferSelect | undefined> {
  const [row] = await tx
    .select()
    .from(labConnections)
    .where(
      and(
        eq(labConnections.orgId, orgId),
        eq(labConnections.sendingApplication, SIMULATOR),
        eq(labConnections.enabled, true),
        isNull(labConnections.deletedAt),
      ),
    )
    .limit(1);
  return row;
}

import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { patients } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { readId, showId } from '../../shared/ids';
import { closedCharts } from '../../shared/restricted-charts';
import { resolveMerged, type PatientRow } from './access';
import type { identityList, listIdentitiesInput } from './contract';
import { presentIdentity } from './present';

const OPERATION = {
  action: 'list_identities',
  kind: 'list',
  scope: 'patients:read',
  restrictedCharts: 'initials',
} as const;

/** Portal: identities for lists of several patients, in one audited read. Omits unknown IDs. */
export function listIdentities(
  ctx: Context,
  input: z.output<typeof listIdentitiesInput>,
): Promise<z.output<typeof identityList>> {
  return perform(ctx, OPERATION, async (tx) => {
    const ids = input.ids.map((id) => readId('patient', id)).filter((id) => id !== null);
    const rows =
      ids.length === 0
        ? []
        : await tx
            .select()
            .from(patients)
            .where(
              and(eq(patients.orgId, ctx.actor.orgId), inArray(patients.id, ids), isNull(patients.deletedAt)),
            );
    const found: { id: string; survivor: PatientRow }[] = [];
    for (const row of rows) {
      const [survivor] = await resolveMerged(tx, ctx, [row]);
      if (survivor) found.push({ id: showId('patient', row.id), survivor });
    }
    const closed = await closedCharts(
      tx,
      ctx,
      found.map(({ survivor }) => survivor.id),
    );
    return {
      // The caller finds it by the ID in its request.
      output: { data: found.map(({ id, survivor }) => ({ ...presentIdentity(survivor, closed), id })) },
      audit: { objectKind: 'patient', patientIds: rows.map((row) => row.id), detail: { count: rows.length } },
    };
  });
}

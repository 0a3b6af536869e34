import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { patients } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { readId, showId } from '../../shared/ids';
import { resolveMerged } from './access';
import type { identityList, listIdentitiesInput } from './contract';
import { presentPatient } from './present';

/** Portal: identities for lists of several patients, in one audited read. Omits unknown IDs. */
export function listIdentities(
  ctx: Context,
  input: z.output<typeof listIdentitiesInput>,
): Promise<z.output<typeof identityList>> {
  return perform(ctx, { action: 'list_identities', kind: 'list', scope: 'patients:read' }, async (tx) => {
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
    const data: z.output<typeof identityList>['data'] = [];
    for (const row of rows) {
      // The caller finds it by the ID in its request.
      const [survivor] = await resolveMerged(tx, ctx, [row]);
      if (!survivor) continue;
      const { name, birth_date, sex, mrn, deceased_at } = presentPatient(survivor);
      data.push({ id: showId('patient', row.id), name, birth_date, sex, mrn, deceased_at });
    }
    return {
      output: { data },
      audit: { objectKind: 'patient', patientIds: rows.map((row) => row.id), detail: { count: rows.length } },
    };
  });
}

import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { apiKeys, patients, users } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { readId, showId } from '../../shared/ids';
import { openPage } from '../../shared/paging';
import { closedCharts } from '../../shared/restricted-charts';
import type { PatientRow } from './access';
import type { deletedPatientList, listDeletedPatientsInput } from './contract';
import { presentIdentity } from './present';
import { RESTORE_DAYS } from './rules';

/**
 * Portal: patients that an administrator can still restore, most recently deleted first. No other operation returns
 * deleted patients.
 */

const DAY_MS = 86_400_000;

export const deletedSince = () => new Date(Date.now() - RESTORE_DAYS * DAY_MS);

export function listDeletedPatients(
  ctx: Context,
  input: z.output<typeof listDeletedPatientsInput>,
): Promise<z.output<typeof deletedPatientList>> {
  return perform(
    ctx,
    {
      action: 'list_deleted_patients',
      kind: 'list',
      scope: 'patients:read',
      role: 'admin',
      peopleOnly: true,
      restrictedCharts: 'initials',
    },
    async (tx) => {
      const page = openPage<PatientRow>(ctx, 'deleted_patients', input);
      const rows = await tx
        .select()
        .from(patients)
        .where(
          and(
            eq(patients.orgId, ctx.actor.orgId),
            gt(patients.deletedAt, deletedSince()),
            page.after
              ? sql`(${patients.deletedAt}, ${patients.id}) < (${page.after[0]}::timestamptz, ${page.after[1]}::uuid)`
              : undefined,
          ),
        )
        .orderBy(desc(patients.deletedAt), desc(patients.id))
        .limit(page.limit + 1);
      const shown = rows.slice(0, page.limit);
      const patientIds = shown.map((row) => row.id);
      const closed = await closedCharts(tx, ctx, patientIds);
      const names = await namesOf(tx, ctx, [...new Set(shown.map((row) => row.deletedBy ?? ''))]);
      const output = page.close(
        rows,
        (row) => [row.deletedAt!.toISOString(), row.id],
        (row) => ({
          ...presentIdentity(row, closed),
          deleted_at: row.deletedAt!.toISOString(),
          deleted_by: row.deletedBy ?? 'system',
          deleted_by_name: names.get(row.deletedBy ?? '') ?? null,
          restorable_until: new Date(row.deletedAt!.getTime() + RESTORE_DAYS * DAY_MS).toISOString(),
        }),
      );
      return {
        output,
        audit: {
          objectKind: 'patient',
          patientIds,
          detail: { count: shown.length },
        },
      };
    },
  );
}

async function namesOf(tx: Tx, ctx: Context, actors: string[]): Promise<Map<string, string>> {
  const idsOf = (kind: 'user' | 'api_key') =>
    actors.map((actor) => readId(kind, actor)).filter((id) => id !== null && id !== undefined);
  const names = new Map<string, string>();
  const people = idsOf('user');
  if (people.length > 0) {
    const rows = await tx
      .select({ id: users.id, name: users.name })
      .from(users)
      .where(inArray(users.id, people));
    for (const { id, name } of rows) names.set(showId('user', id), name);
  }
  const keys = idsOf('api_key');
  if (keys.length > 0) {
    const rows = await tx
      .select({ id: apiKeys.id, name: apiKeys.name })
      .from(apiKeys)
      .where(and(eq(apiKeys.orgId, ctx.actor.orgId), inArray(apiKeys.id, keys)));
    for (const { id, name } of rows) names.set(showId('api_key', id), name);
  }
  return names;
}

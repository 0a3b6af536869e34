import { createExport } from '../../server/domain/exports/create-export';
import { createExportInput, type Export } from '../../server/domain/exports/contract';
import { getExport } from '../../server/domain/exports/get-export';
import { continueExport, exportNext } from '../../server/domain/exports/run-export';
import type { Context } from '../../server/shared/context';
import { readId } from '../../server/shared/ids';
import { asSuperuser } from './database';

const { signal } = new AbortController();

/** Writes the files of one export until it ends. Other exports of the database belong to other tests. */
export async function runExport(ctx: Context, id: string): Promise<Export> {
  for (;;) {
    const found = await getExport(ctx, { id });
    if (!['queued', 'running'].includes(found.status)) return found;
    await continueExport({ orgId: ctx.actor.orgId, id: readId('export', id)! }, signal);
  }
}

/** An export that has ended. */
export async function exported(ctx: Context, input: object): Promise<Export> {
  const { id } = await createExport(ctx, createExportInput.parse(input));
  return runExport(ctx, id);
}

/** A worker claims the export and writes its next file. It is due in the past, before those of other tests. */
export async function workOn(id: string, by = signal): Promise<boolean> {
  await asSuperuser("UPDATE exports SET due_at = '2000-01-01' WHERE id = $1 AND due_at IS NOT NULL", [
    readId('export', id),
  ]);
  return exportNext(by, new Date('2000-06-01'));
}

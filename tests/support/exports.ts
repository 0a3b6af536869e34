import { createExport } from '../../server/domain/exports/create-export';
import { createExportInput, type Export } from '../../server/domain/exports/contract';
import { getExport } from '../../server/domain/exports/get-export';
import { exportNext } from '../../server/domain/exports/run-export';
import type { Context } from '../../server/shared/context';

/** Writes all files that are due, of every organization of the database. */
export async function runExports(): Promise<void> {
  while (await exportNext(new AbortController().signal));
}

/** A completed export. */
export async function exported(ctx: Context, input: object): Promise<Export> {
  const { id } = await createExport(ctx, createExportInput.parse(input));
  await runExports();
  return getExport(ctx, { id });
}

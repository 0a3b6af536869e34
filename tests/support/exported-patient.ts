import { buffer } from 'node:stream/consumers';
import { exportPatient } from '../../server/domain/patient-exports/export-patient';
import type { Context } from '../../server/shared/context';
import { fresh } from './patient-merges';
import { unzip } from './zip';

interface Resource {
  resourceType: string;
  id: string;
  meta?: { versionId?: string };
  [name: string]: unknown;
}
export interface Bundle {
  entry: { fullUrl: string; resource: Resource }[];
}

/** The files of an export, and what is in them. */
export async function exportedPatient(ctx: Context, id: string) {
  const { stream } = await exportPatient(fresh(ctx), { id });
  const files = unzip(await buffer(stream));
  const text = (name: string) => files.get(name)!.toString();
  const bundle = JSON.parse(text('bundle.json')) as Bundle;
  return {
    files,
    bundle,
    index: text('index.html'),
    ofType: (type: string) =>
      bundle.entry.map(({ resource }) => resource).filter(({ resourceType }) => resourceType === type),
  };
}

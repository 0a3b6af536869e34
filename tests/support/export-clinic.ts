import { createApiKey } from '../../server/domain/api-keys/create-api-key';
import { createExportInput, type Export } from '../../server/domain/exports/contract';
import { createExport } from '../../server/domain/exports/create-export';
import { createPatientInput, type Patient } from '../../server/domain/patients/contract';
import { createPatient } from '../../server/domain/patients/create-patient';
import type { Context } from '../../server/shared/context';
import { newRequestId, readId } from '../../server/shared/ids';
import type { Scope } from '../../server/shared/scopes';
import { storage } from '../../server/storage/index';
import { asSuperuser } from './database';
import { furnish, type Furnished } from './furnish';

/** An organization with a key that may export everything. */
export interface ExportClinic {
  things: Furnished;
  key: string;
  /** `uuid` */
  keyId: string;
  /** Of the key. */
  ctx: Context;
  /** Of a key (`uuid`) with other scopes. */
  keyOf(id: string, scopes: readonly Scope[]): Context;
  request(input: object, ctx?: Context): Promise<Export>;
  patient(family: string): Promise<Patient>;
}

export async function exportClinic(name: string): Promise<ExportClinic> {
  const things = await furnish(name);
  const scopes: Scope[] = ['patients:read', 'labs:read', 'documents:read'];
  const made = await createApiKey(things.org.ctx, { name, scopes, rate_limit: 1_000_000 });
  const keyId = readId('api_key', made.id)!;
  const keyOf: ExportClinic['keyOf'] = (id, own) => ({
    actor: { kind: 'api_key', id, orgId: things.org.orgId, scopes: new Set(own), role: null },
    transport: 'v1',
    requestId: newRequestId(),
    ip: null,
  });
  const ctx = keyOf(keyId, scopes);
  return {
    things,
    key: made.key!,
    keyId,
    ctx,
    keyOf,
    request: (input, of = ctx) => createExport(of, createExportInput.parse(input)),
    patient: (family) =>
      createPatient(
        things.org.ctx,
        createPatientInput.parse({ name: { family, given: ['A'] }, birth_date: '1970-01-01', sex: 'other' }),
      ),
  };
}

/** Storage keys of the files of an export, completed or not. */
export const filesOf = async (id: string): Promise<string[]> => {
  const rows = await asSuperuser<{ key: string }>(
    'SELECT storage_key AS key FROM export_files WHERE export_id = $1 ORDER BY id',
    [readId('export', id)],
  );
  return rows.map(({ key }) => key);
};

export const isStored = (storageKey: string): Promise<boolean> =>
  storage()
    .size(storageKey)
    .then(
      () => true,
      () => false,
    );

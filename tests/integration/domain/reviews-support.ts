import { expect } from 'vitest';
import type { Role } from '../../../server/data-types/role-codes';
import { ROLE_SCOPES } from '../../../server/shared/scopes';
import { upsertCatalog } from '../../../server/domain/catalog/upsert-catalog';
import type { Context } from '../../../server/shared/context';
import { newId, newRequestId, readId } from '../../../server/shared/ids';
import { createLabOrderInput } from '../../../server/domain/lab-orders/contract';
import { createLabOrder } from '../../../server/domain/lab-orders/create-lab-order';
import { getLabResultInput } from '../../../server/domain/lab-results/contract';
import { fileLabResult, type FiledReport } from '../../../server/domain/lab-results/file-lab-result';
import { getLabResult } from '../../../server/domain/lab-results/get-lab-result';
import type { LabReport, ReportObservation } from '../../../server/domain/lab-results/report';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { listInboxInput } from '../../../server/domain/reviews/contract';
import { listInbox } from '../../../server/domain/reviews/list-inbox';
import type { InboxScope } from '../../../server/domain/reviews/rules';
import { catalogEntries } from '../../../server/demo/catalog-data';
import { asSuperuser, testOrg, type TestOrg } from '../../support/database';
import { idOf } from '../../support/members';
import { line, panel, person } from './lab-results-support';

/** An organization with users who sign, and incoming reports. */

export interface Clinic {
  org: TestOrg;
  admin: Context;
  doctor: Context;
  colleague: Context;
  viewer: Context;
  /** `pat_…`, whose primary clinician is the doctor. */
  patient: string;
}

export async function openClinic(): Promise<Clinic> {
  const org = await testOrg();
  const [admin, doctor, colleague, viewer] = await members(org, 'admin', 'clinician', 'clinician', 'viewer');
  const { id: patient } = await createPatient(org.ctx, person({ primary_clinician_id: idOf(doctor) }));
  return { org, admin, doctor, colleague, viewer, patient };
}

/** Users without a password, because hashing takes most of the time. */
export async function members<R extends Role[]>(
  org: TestOrg,
  ...roles: R
): Promise<{ [I in keyof R]: Context }> {
  const people = roles.map((role) => ({ role, id: newId() }));
  await asSuperuser(
    `WITH made AS (
       INSERT INTO users (id, email, email_hash, name, created_at, updated_at)
       SELECT id, id || '@example.org', sha256(id::text::bytea), 'Test ' || role, now(), now()
       FROM unnest($2::uuid[], $3::text[]) AS person (id, role))
     INSERT INTO memberships (org_id, user_id, role, created_at)
     SELECT $1, id, role, now() FROM unnest($2::uuid[], $3::text[]) AS person (id, role)`,
    [org.orgId, people.map(({ id }) => id), roles],
  );
  return people.map(({ role, id }) => contextOf(org, role, id)) as { [I in keyof R]: Context };
}

const contextOf = ({ orgId }: TestOrg, role: Role, id: string): Context => ({
  actor: { kind: 'user', id, orgId, role, scopes: new Set(ROLE_SCOPES[role]) },
  transport: 'portal',
  requestId: newRequestId(),
  ip: '127.0.0.1',
  session: { id: newId(), signedInAt: new Date(), authenticatedAt: new Date(), methods: ['password'] },
});

export const again = (ctx: Context): Context => ({ ...ctx, requestId: newRequestId() });
export const hasCode = (code: string, pointer?: string) =>
  expect.objectContaining({
    code,
    ...(pointer
      ? { extras: expect.objectContaining({ errors: [expect.objectContaining({ pointer })] }) as object }
      : {}),
  }) as object;

let number = 0;

export const NORMAL: Partial<ReportObservation> = { value_text: '90', flags: ['N'] };
export const HIGH: Partial<ReportObservation> = { value_text: '130', flags: ['H'] };
export const CRITICAL: Partial<ReportObservation> = { value_text: '30', flags: ['LL'] };

/** Files a report of one line; with the number of an earlier one it is its next version. */
export function report(
  { org, patient }: Pick<Clinic, 'org' | 'patient'>,
  observation: Partial<ReportObservation>,
  extra: Partial<LabReport> = {},
): Promise<FiledReport> {
  return fileLabResult(again(org.ctx), {
    patient_id: patient,
    lab: { id: 'lab-1', name: 'Lab One', accreditation_number: null, director: null },
    filler_order_number: `R-${++number}`,
    collected_at: '2026-03-01T08:00:00.000Z',
    collected_at_precision: 'second',
    status: 'final',
    panels: [
      panel([line({ ...observation, ...(extra.status === 'preliminary' ? { status: 'preliminary' } : {}) })]),
    ],
    source: { kind: 'hl7v2', message_id: null },
    historical: false,
    ...extra,
  });
}

/** An abnormal report and its correction, or the same with other values. */
export async function corrected(
  clinic: Clinic,
  first: Partial<ReportObservation> = HIGH,
  second: Partial<ReportObservation> = { ...HIGH, value_text: '140' },
) {
  const filler_order_number = `C-${++number}`;
  const one = await report(clinic, first, { filler_order_number });
  const next = () => report(clinic, second, { filler_order_number, reported_at: '2026-03-02T08:00:00.000Z' });
  return { id: one.id, next };
}

export const read = (clinic: Clinic, id: string) =>
  getLabResult(again(clinic.doctor), getLabResultInput.parse({ id }));

/** @returns `ord_…` */
export async function orderBy({ org, patient }: Clinic, clinician: Context): Promise<string> {
  await upsertCatalog(org.ctx, await catalogEntries());
  const input = { patient_id: patient, items: [{ code: 'BMP' }], lab_id: 'example-lab' };
  return (await createLabOrder(again(clinician), createLabOrderInput.parse(input))).id;
}

/** IDs and groups, in the order of the list. */
export async function inbox(ctx: Context, scope: InboxScope = 'mine'): Promise<string[]> {
  const list = await listInbox(again(ctx), listInboxInput.parse({ scope, limit: 100 }));
  return list.data.map(({ id, group }) => `${group} ${id}`);
}

export interface StoredReport extends Record<string, unknown> {
  inbox_rank: number | null;
  reviewer_id: string | null;
  critical_since: Date | null;
  critical_due_at: Date | null;
  critical_told_at: Date | null;
  reviews: { by: string; version: number; comment: string | null }[];
  sequence: number;
}

export const stored = async ({ id }: { id: string }): Promise<StoredReport> =>
  (
    await asSuperuser<StoredReport>('SELECT * FROM lab_results WHERE id = $1', [readId('lab_result', id)])
  )[0]!;

export const typesOf = async ({ id }: { id: string }): Promise<string[]> =>
  (
    await asSuperuser<{ type: string }>('SELECT type FROM events WHERE object_id = $1 ORDER BY sequence', [
      readId('lab_result', id),
    ])
  ).map(({ type }) => type.replace('lab_result.', ''));

export const actsOf = async ({ id }: { id: string }): Promise<string[]> =>
  (
    await asSuperuser<{ act: string }>('SELECT act FROM review_entries WHERE result_id = $1 ORDER BY id', [
      readId('lab_result', id),
    ])
  ).map(({ act }) => act);

import { beforeAll, describe, expect, it } from 'vitest';
import { withTenant } from '../../../server/db/transaction';
import { listAuditEventsInput, type AuditEvent } from '../../../server/domain/audit-log/contract';
import { listAuditEvents } from '../../../server/domain/audit-log/list-audit-events';
import { erasePatient } from '../../../server/domain/erasures/erase-patient';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { deletePatient } from '../../../server/domain/patients/delete-patient';
import { getPatient } from '../../../server/domain/patients/get-patient';
import { mergePatients } from '../../../server/domain/patients/merge-patients';
import { unmergePatients } from '../../../server/domain/patients/unmerge-patients';
import { createPatientInput, listPatientsInput } from '../../../server/domain/patients/contract';
import { listPatients } from '../../../server/domain/patients/list-patients';
import { updatePatient } from '../../../server/domain/patients/update-patient';
import { recordAudit, recordDenial } from '../../../server/shared/audit';
import type { Context } from '../../../server/shared/context';
import { newId, newRequestId, readId, showId } from '../../../server/shared/ids';
import {
  asSuperuser,
  auditRows,
  keyContext,
  personContext,
  testOrg,
  type TestOrg,
} from '../../support/database';

/** `GET /v1/audit-events`: a collector misses no entry, whatever order transactions commit in; filters, fields and access. */

const fresh = (ctx: Context): Context => ({ ...ctx, requestId: newRequestId() });
const named = (family: string, more: object = {}) =>
  createPatientInput.parse({
    name: { family, given: ['Ute'] },
    birth_date: '1950-02-03',
    sex: 'female',
    ...more,
  });
const collector = (org: TestOrg): Context => fresh(keyContext(org.orgId, ['audit:read']));

async function list(org: TestOrg, query: object = {}, ctx = collector(org)) {
  return listAuditEvents(ctx, listAuditEventsInput.parse({ limit: 100, ...query }));
}

/** Open transactions of other tests in this Postgres hold back the horizon. */
async function complete(org: TestOrg, action: string, count: number): Promise<AuditEvent[]> {
  for (;;) {
    const { data } = await list(org, { action, sort: 'position' });
    if (data.length >= count) return data;
  }
}

interface Writer {
  id: string;
  commit(): Promise<void>;
}

/** A transaction with an audit row that stays open. */
async function openWriter(org: TestOrg, action = 'late_entry'): Promise<Writer> {
  let finish = () => {};
  const ending = new Promise<void>((resolve) => (finish = resolve));
  let written = () => {};
  const writing = new Promise<void>((resolve) => (written = resolve));
  const ctx = fresh(org.ctx);
  const done = withTenant(org.orgId, async (tx) => {
    await recordAudit(tx, ctx, { action, kind: 'write', outcome: 'allowed' });
    written();
    await ending;
  });
  await Promise.race([writing, done]);
  return {
    id: ctx.requestId,
    commit: async () => {
      finish();
      await done;
    },
  };
}

describe('a collector', () => {
  it('gets an entry whose transaction commits after later ones, and none twice', async () => {
    const org = await testOrg();
    const late = await openWriter(org);
    const soon = await openWriter(org);
    await soon.commit();
    const seen: string[] = [];
    let cursor: string | undefined;
    const poll = async () => {
      const page = await list(org, {
        sort: 'position',
        action: 'late_entry',
        limit: 1,
        ...(cursor ? { cursor } : {}),
      });
      cursor = page.next_cursor!;
      expect(cursor).toEqual(expect.any(String));
      seen.push(...page.data.map(({ request_id }) => request_id));
    };
    for (let polls = 0; polls < 3; polls++) await poll();
    expect(seen, 'the later entry is held back').toEqual([]);
    await late.commit();
    while (seen.length < 2) await poll();
    for (let polls = 0; polls < 3; polls++) await poll();
    expect(seen).toEqual([late.id, soon.id]);
  });

  it('sees the same entries newest first, and not those that an older transaction may precede', async () => {
    const org = await testOrg();
    const late = await openWriter(org);
    const soon = await openWriter(org);
    await soon.commit();
    expect((await list(org, { action: 'late_entry' })).data).toEqual([]);
    await late.commit();
    const forward = await complete(org, 'late_entry', 2);
    const backward = await list(org, { action: 'late_entry' });
    expect(backward.data).toEqual([...forward].reverse());
    expect(backward.next_cursor).toBeNull();
  });

  it('is recorded with each page, and records the patients of its calls once', async () => {
    const org = await testOrg();
    const admin = await personContext(org, 'admin');
    const patient = await createPatient(fresh(admin), named('Collected'));
    await complete(org, 'create_patient', 1);
    const first = collector(org);
    const page = await list(org, { sort: 'position' }, first);
    expect(page.data.flatMap(({ patient_ids }) => patient_ids)).toContain(patient.id);
    const [row] = await auditRows(first.requestId);
    expect(row).toMatchObject({
      action: 'list_audit_events',
      kind: 'list',
      outcome: 'allowed',
      object_kind: 'audit_event',
      patient_ids: [readId('patient', patient.id)],
    });
    const second = collector(org);
    let own: AuditEvent[] = [];
    while (!own.some(({ request_id }) => request_id === first.requestId))
      own = (await list(org, { sort: 'position', cursor: page.next_cursor! }, second)).data;
    const entry = own.find(({ request_id }) => request_id === first.requestId)!;
    expect(entry.patient_ids, 'an entry has all its patients').toEqual([patient.id]);
    for (const again of await auditRows(second.requestId)) expect(again.patient_ids).toEqual([]);
  });
});

describe('an entry', () => {
  let org: TestOrg;
  let admin: Context;
  beforeAll(async () => {
    org = await testOrg();
    admin = await personContext(org, 'admin');
  });

  it('has IDs, field names and counts, and neither names nor values', async () => {
    const made = await createPatient(fresh(admin), named('Quellwasser', { mrn: 'MRN-SHOWN' }));
    const changing = { ...fresh(admin), ip: '192.0.2.7' };
    await updatePatient(changing, { id: made.id, language: 'fi' });
    await listPatients(fresh(admin), listPatientsInput.parse({ q: 'Quellwasser' }));
    const [update] = await complete(org, 'update_patient', 1);
    expect(update).toEqual({
      id: expect.stringMatching(/^aud_/),
      object: 'audit_event',
      occurred_at: expect.any(String),
      actor: { type: 'user', id: showId('user', admin.actor.id!) },
      app_id: null,
      transport: admin.transport,
      action: 'update_patient',
      kind: 'write',
      outcome: 'allowed',
      error_code: null,
      target: { type: 'patient', id: made.id },
      patient_ids: [made.id],
      fields: ['language'],
      count: null,
      request_id: changing.requestId,
      ip_address: '192.0.2.7',
    });
    const [search] = await complete(org, 'list_patients', 1);
    expect(search).toMatchObject({ target: { type: 'patient', id: null }, count: 1, patient_ids: [made.id] });
    const everything = JSON.stringify(await list(org));
    for (const value of ['Quellwasser', 'Ute', 'MRN-SHOWN', '1950-02-03', '"fi"'])
      expect(everything).not.toContain(value);
  });

  it('of a call with a patient as a filter has that patient', async () => {
    const { id } = await createPatient(fresh(admin), named('Asked'));
    const asking = collector(org);
    await list(org, { patient_id: id, action: 'none' }, asking);
    const [row] = await auditRows(asking.requestId);
    expect(row!.patient_ids).toEqual([readId('patient', id)]);
  });

  it('of a denied request has the code, and no patient of another organization or of none', async () => {
    const other = await testOrg();
    const theirs = await createPatient(await personContext(other, 'admin'), named('Foreign'));
    const mine = await createPatient(fresh(admin), named('Mine'));
    const ids = [theirs.id, mine.id].map((id) => readId('patient', id)!);
    await recordDenial(fresh(admin), 'get_denied', 'read', 'not_found', undefined, [...ids, newId()]);
    const [entry] = await complete(org, 'get_denied', 1);
    expect(entry).toMatchObject({
      outcome: 'denied',
      error_code: 'not_found',
      target: null,
      patient_ids: [mine.id],
    });
    expect((await list(org, { patient_id: theirs.id })).data).toEqual([]);
    expect((await list(org, { patient_id: mine.id, action: 'get_denied' })).data).toEqual([entry]);
  });

  it('is of the own organization only', async () => {
    const other = await testOrg();
    await createPatient(await personContext(other, 'admin'), named('Foreign'));
    await complete(other, 'create_patient', 1);
    const orgs = await asSuperuser<{ org_id: string }>(
      'SELECT DISTINCT org_id FROM audit_events WHERE request_id = ANY ($1)',
      [(await list(org)).data.map(({ request_id }) => request_id)],
    );
    expect(orgs).toEqual([{ org_id: org.orgId }]);
  });
});

describe('the filter by patient', () => {
  let org: TestOrg;
  let admin: Context;
  const patient = async () => (await createPatient(fresh(admin), named(`P${newId()}`))).id;
  /** Of the user: the calls of this test are entries about the patient too. */
  const about = (patient_id: string) => ({ patient_id, actor: showId('user', admin.actor.id!) });
  const actionsOf = async (patient_id: string) =>
    (await list(org, { ...about(patient_id), sort: 'position' })).data.map(({ action }) => action);
  beforeAll(async () => {
    org = await testOrg();
    admin = await personContext(org, 'admin');
  });

  it('finds each entry of merged records once, by each of their IDs', async () => {
    const [kept, merged] = [await patient(), await patient()];
    await mergePatients(fresh(admin), { id: kept, merged_patient_id: merged, reason: 'Same.' });
    await complete(org, 'merge_patients', 1);
    const found = await list(org, { ...about(kept), sort: 'position', include: 'total_count' });
    expect(found.data.map(({ action }) => action)).toEqual([
      'create_patient',
      'create_patient',
      'merge_patients',
    ]);
    expect(found.total_count).toBe(3);
    expect(await actionsOf(merged)).toEqual(['create_patient', 'create_patient', 'merge_patients']);
  });

  it('finds reads of a joint chart for both records after it was separated', async () => {
    const [kept, merged] = [await patient(), await patient()];
    await mergePatients(fresh(admin), { id: kept, merged_patient_id: merged, reason: 'Same.' });
    await getPatient(fresh(admin), { id: kept });
    await unmergePatients(fresh(admin), { id: kept, merged_patient_id: merged, reason: 'Not.' });
    await getPatient(fresh(admin), { id: kept });
    await complete(org, 'unmerge_patients', 1);
    await complete(org, 'get_patient', 2);
    expect((await actionsOf(kept)).filter((action) => action === 'get_patient')).toHaveLength(2);
    expect((await actionsOf(merged)).filter((action) => action === 'get_patient')).toHaveLength(1);
  });

  it('finds a deleted patient', async () => {
    const id = await patient();
    await deletePatient(fresh(admin), { id });
    await complete(org, 'delete_patient', 1);
    expect(await actionsOf(id)).toEqual(['create_patient', 'delete_patient']);
  });

  it('finds an erased patient and the records merged into it, of which only the IDs are left', async () => {
    const [kept, merged] = [await patient(), await patient()];
    await mergePatients(fresh(admin), { id: kept, merged_patient_id: merged, reason: 'Same.' });
    const { mrn } = await getPatient(fresh(admin), { id: kept });
    await erasePatient(fresh(admin), {
      id: kept,
      mrn,
      ground: 'patient_request',
      reason: 'Asked.',
      reference: 'REQ 1',
    });
    await complete(org, 'erase_patient', 1);
    for (const id of [kept, merged]) {
      const found = (await list(org, { ...about(id), sort: 'position' })).data;
      expect(found.at(-1)!.action).toBe('erase_patient');
      expect([...found.at(-1)!.patient_ids].sort()).toEqual([kept, merged].sort());
      expect(found.filter(({ action }) => action === 'create_patient')).toHaveLength(2);
    }
  });

  it('pages in both orders', async () => {
    const id = await patient();
    for (let reads = 0; reads < 4; reads++) await getPatient(fresh(admin), { id });
    while ((await actionsOf(id)).length < 5);
    const walk = async (sort: string) => {
      const found: string[] = [];
      let cursor: string | null | undefined;
      do {
        const page = await list(org, { ...about(id), sort, limit: 2, ...(cursor ? { cursor } : {}) });
        found.push(...page.data.map((entry) => entry.id));
        cursor = page.has_more ? page.next_cursor : null;
      } while (cursor);
      return found;
    };
    const forward = await walk('position');
    expect(new Set(forward).size).toBe(5);
    expect(await walk('-position')).toEqual([...forward].reverse());
  });
});

describe('access', () => {
  it('requires the scope, and of users the role of an administrator', async () => {
    const org = await testOrg();
    const rejected = (ctx: Context) =>
      list(org, {}, ctx).then(
        () => 'allowed',
        (error: { code: string }) => error.code,
      );
    expect(await rejected(fresh(keyContext(org.orgId, ['patients:read'])))).toBe('insufficient_scope');
    expect(await rejected(fresh(await personContext(org, 'clinician')))).toBe('insufficient_scope');
    const clinician = await personContext(org, 'clinician');
    const granted = { ...clinician.actor, scopes: new Set(['audit:read'] as const), app: newId() };
    expect(await rejected({ ...fresh(clinician), actor: granted })).toBe('forbidden');
    expect(await rejected(fresh(await personContext(org, 'admin')))).toBe('allowed');
  });
});

describe('the filter by time', () => {
  it('includes its start and excludes its end, in both orders', async () => {
    const org = await testOrg();
    const admin = await personContext(org, 'admin');
    const times: string[] = [];
    for (let entries = 0; entries < 3; entries++) {
      await createPatient(fresh(admin), named(`T${entries}`));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    times.push(...(await complete(org, 'create_patient', 3)).map(({ occurred_at }) => occurred_at));
    const [first, second, third] = times;
    const within = async (query: object) =>
      (await list(org, { action: 'create_patient', ...query })).data.map(({ occurred_at }) => occurred_at);
    expect(await within({ occurred_since: second })).toEqual([third, second]);
    expect(await within({ occurred_until: second })).toEqual([first]);
    expect(await within({ occurred_since: second, occurred_until: third, sort: 'position' })).toEqual([
      second,
    ]);
    const page = await list(org, {
      action: 'create_patient',
      occurred_since: second,
      limit: 1,
      sort: 'position',
    });
    expect(await within({ occurred_since: second, sort: 'position', cursor: page.next_cursor })).toEqual([
      third,
    ]);
  });

  it('does not lose entries of long transactions, whose position is far from their time', async () => {
    const org = await testOrg();
    const insert = (txid: number, minutes: number) =>
      asSuperuser(
        `INSERT INTO audit_events (org_id, id, txid, at, actor, transport, action, kind, outcome, request_id)
         SELECT $1, (substr(v, 1, 8) || '-' || substr(v, 9, 4) || '-7000-8000-' || lpad($2, 12, '0'))::uuid, $2::xid8, t, 'system', 'system', 'old_entry', 'write', 'allowed', 'req_' || $2
         FROM (SELECT lpad(to_hex((extract(epoch FROM t) * 1000)::bigint), 12, '0') AS v, t FROM (SELECT '2026-01-01T12:00:00Z'::timestamptz + $3::int * interval '1 minute' AS t) a) b`,
        [org.orgId, String(txid), minutes],
      );
    // Position 1 ended 50 minutes after it started; the others are around it.
    await insert(1, 50);
    await insert(2, 0);
    await insert(3, 10);
    await insert(4, 60);
    const found = async (query: object) =>
      (await list(org, { action: 'old_entry', sort: 'position', ...query })).data.map(
        ({ request_id }) => request_id,
      );
    const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 12, minutes)).toISOString();
    expect(await found({ occurred_since: at(45) })).toEqual(['req_1', 'req_4']);
    expect(await found({ occurred_since: at(45), sort: '-position' })).toEqual(['req_4', 'req_1']);
    expect(await found({ occurred_until: at(20), sort: '-position' })).toEqual(['req_3', 'req_2']);
    expect(await found({ occurred_until: at(55) })).toEqual(['req_1', 'req_2', 'req_3']);
  });
});

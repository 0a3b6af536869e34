import { beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../server/api/root';
import { authenticateApiKey } from '../../../server/auth/authenticate-api-key';
import { createApiKey } from '../../../server/domain/api-keys/create-api-key';
import { revokeApiKey } from '../../../server/domain/api-keys/revoke-api-key';
import { rotateApiKey } from '../../../server/domain/api-keys/rotate-api-key';
import { updateApiKey } from '../../../server/domain/api-keys/update-api-key';
import { listAuditEntriesInput } from '../../../server/domain/audit-log/contract';
import { exportAuditEvents } from '../../../server/domain/audit-log/export-audit-events';
import { listAuditEntries } from '../../../server/domain/audit-log/list-audit-entries';
import { auditSentence } from '../../../server/domain/audit-log/rules';
import { createLabConnection } from '../../../server/domain/lab-connections/create-lab-connection';
import { createIngestKey } from '../../../server/domain/lab-connections/create-ingest-key';
import { updateLabConnection } from '../../../server/domain/lab-connections/update-lab-connection';
import { createOauthApp } from '../../../server/domain/oauth-apps/create-oauth-app';
import { updateOauthApp } from '../../../server/domain/oauth-apps/update-oauth-app';
import { createPatientInput } from '../../../server/domain/patients/contract';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { setChartRestriction } from '../../../server/domain/patients/set-chart-restriction';
import { openRestrictedChart } from '../../../server/domain/restricted-charts/open-restricted-chart';
import { saveOrderDestination } from '../../../server/domain/order-destinations/save-order-destination';
import { saveOrderDestinationInput } from '../../../server/domain/order-destinations/contract';
import { createWebhookInput } from '../../../server/domain/webhooks/contract';
import { createWebhook } from '../../../server/domain/webhooks/create-webhook';
import { updateWebhook } from '../../../server/domain/webhooks/update-webhook';
import type { Context } from '../../../server/shared/context';
import { newRequestId } from '../../../server/shared/ids';
import { auditRows, personContext, testOrg } from '../../support/database';
import { NEW_APP } from '../matrix/fixture';

/** What the audit log shows of keys, webhooks, connections and invalid requests. */

let admin: Context;
const fresh = <C extends Context>(ctx: C): C => ({ ...ctx, requestId: newRequestId() });

beforeAll(async () => {
  admin = await personContext(await testOrg(), 'admin');
});

/** The only entry of what `work` does. */
async function entryOf(work: (ctx: Context) => Promise<unknown>) {
  const ctx = fresh(admin);
  await work(ctx);
  const { data } = await listAuditEntries(
    fresh(admin),
    listAuditEntriesInput.parse({ about: ctx.requestId }),
  );
  expect(data).toHaveLength(1);
  const { content } = await exportAuditEvents(fresh(admin), { about: ctx.requestId });
  return { ...data[0]!, csv: content, stored: JSON.stringify(await auditRows(ctx.requestId)) };
}
const WAS_IS = (field: string, was: unknown, is: unknown) => ({ field, was, is });

describe('the audit entry', () => {
  it('of a restricted chart says what was done and why, and has no object ID', async () => {
    const patient = createPatientInput.parse({
      name: { family: 'Hidden', given: ['Hedda'] },
      birth_date: '1970-01-01',
      sex: 'female',
    });
    const { id } = await createPatient(fresh(admin), patient);
    const restricted = await entryOf((ctx) => setChartRestriction(ctx, { id, restriction: 'staff' }));
    expect(auditSentence(restricted)).toBe('restricted the chart');
    expect(restricted.facts).toEqual([{ field: 'restriction', value: 'staff' }]);
    expect(restricted.csv).toContain('restriction: staff');
    const opened = await entryOf((ctx) =>
      openRestrictedChart(ctx, { id, reason: 'quality_review', note: 'Hedda asked.' }),
    );
    expect(opened).toMatchObject({ reason: 'quality_review', object: null });
    expect(opened.csv).toContain('"quality_review"');
    expect(opened.csv).not.toMatch(/cha_|Hedda/);
    const lifted = await entryOf((ctx) => setChartRestriction(ctx, { id, restriction: null }));
    expect(auditSentence(lifted)).toBe('lifted the restriction of the chart');
    expect(lifted.facts).toEqual([]);
  });

  it('of a new and a rotated key has its ending, permissions, end and overlap', async () => {
    let key: Awaited<ReturnType<typeof createApiKey>>;
    const expires_at = new Date(Date.now() + 86_400_000).toISOString();
    const created = await entryOf(async (ctx) => {
      key = await createApiKey(ctx, { name: 'Desk', scopes: ['labs:read', 'patients:read'], expires_at });
    });
    const ending = key!.key!.slice(-4);
    expect(created.facts).toEqual([
      { field: 'key_ending', value: ending },
      { field: 'scopes', value: 'labs:read, patients:read' },
      { field: 'expires_at', value: expires_at },
    ]);
    expect(created.csv).toContain(`key_ending: ${ending}\nscopes: labs:read, patients:read\nexpires_at: `);
    let second: typeof key;
    const rotated = await entryOf(async (ctx) => {
      second = await rotateApiKey(ctx, { id: key.id, overlap_hours: 24 });
    });
    expect(rotated.facts.slice(0, 5)).toEqual([
      { field: 'key_ending', value: ending },
      { field: 'new_key_ending', value: second!.key!.slice(-4) },
      { field: 'replaced_by', value: second!.id },
      { field: 'overlap_hours', value: 24 },
      { field: 'scopes', value: 'labs:read, patients:read' },
    ]);
    for (const secret of [key!.key!, second!.key!])
      expect([created.stored, rotated.stored].join()).not.toContain(secret);
    const updated = await entryOf((ctx) =>
      updateApiKey(ctx, { id: second.id, name: 'Front desk', purpose: null, ip_allow_list: ['192.0.2.7'] }),
    );
    expect(updated.changes).toEqual([
      WAS_IS('ip_allow_list', null, '192.0.2.7/32'),
      WAS_IS('name', 'Desk', 'Front desk'),
    ]);
    expect(updated.fields).toEqual(['ip_allow_list', 'name']);
    expect(updated.csv).toContain('ip_allow_list: none → 192.0.2.7/32\nname: Desk → Front desk');
    expect(updated.object?.name).toBe(`Front desk ending in ${second!.key!.slice(-4)}`);
  });

  it('of a revoked key has its ending and the reason, as the requests with it have', async () => {
    const { id, key } = await createApiKey(fresh(admin), { name: 'Old desk', scopes: ['labs:read'] });
    const ending = key!.slice(-4);
    const revoked = await entryOf((ctx) => revokeApiKey(ctx, { id, reason: 'Found in a chat' }));
    expect(revoked.facts).toEqual([
      { field: 'key_ending', value: ending },
      { field: 'reason', value: 'Found in a chat' },
    ]);
    expect(revoked.csv).toContain(`"key_ending: ${ending}",`);
    expect(revoked.csv).toContain(`,"Found in a chat",`);
    const denied = await entryOf(({ requestId }) =>
      expect(authenticateApiKey(key!, { requestId, ip: '127.0.0.9', userAgent: null })).rejects.toThrow(),
    );
    expect(denied.who).toMatchObject({ id, name: 'Old desk' });
    expect(auditSentence(denied)).toBe(
      `tried to authenticate with an API key: denied, key ending in ${ending} revoked`,
    );
    expect(denied.csv).toContain(`key ending in ${ending} revoked`);
  });

  it('of a webhook and an application has the values, without credentials in URLs', async () => {
    const url = 'https://93.184.215.14/hook?token=topsecret';
    let id = '';
    const created = await entryOf(async (ctx) => {
      ({ id } = await createWebhook(ctx, createWebhookInput.parse({ url, events: ['patient.created'] })));
    });
    expect(created.facts).toEqual([
      { field: 'url', value: 'https://93.184.215.14/hook?…' },
      { field: 'events', value: 'patient.created' },
      { field: 'enabled', value: true },
    ]);
    const updated = await entryOf((ctx) =>
      updateWebhook(ctx, {
        id,
        url: 'https://93.184.215.15/hook?token=topsecret',
        events: ['*'],
        description: null,
      }),
    );
    expect(updated.changes).toEqual([
      WAS_IS('events', 'patient.created', '*'),
      WAS_IS('url', 'https://93.184.215.14/hook?…', 'https://93.184.215.15/hook?…'),
    ]);
    for (const entry of [created, updated]) expect(JSON.stringify(entry)).not.toContain('topsecret');
    expect(updated.object).toMatchObject({ id, name: 'https://93.184.215.15/hook?…' });
    const app = await createOauthApp(fresh(admin), { ...NEW_APP, name: 'Old' });
    const renamed = await entryOf((ctx) => updateOauthApp(ctx, { id: app.id, name: 'New', paused: true }));
    expect(renamed.changes).toEqual([WAS_IS('name', 'Old', 'New'), WAS_IS('paused', false, true)]);
  });

  it('of a connection has the changed settings, and the names of its secrets only', async () => {
    const { id } = await createLabConnection(fresh(admin), { name: 'Lab', transport: 'https' });
    const updated = await entryOf((ctx) =>
      updateLabConnection(ctx, {
        id,
        name: 'Lab',
        silence_hours: 4,
        working_hours: { days: [2, 1], from: '07:00', to: '19:00' },
      }),
    );
    expect(updated.changes).toEqual([
      WAS_IS('silence_hours', null, 4),
      WAS_IS('working_hours', null, 'Mon, Tue, 07:00 to 19:00'),
    ]);
    expect(updated.csv).toContain(
      '"Silence before an alert (hours), working hours","silence_hours working_hours"',
    );
    let key = '';
    const keyed = await entryOf(async (ctx) => {
      key = (await createIngestKey(ctx, { connection_id: id })).key!;
    });
    expect(keyed.facts).toEqual([
      { field: 'key_ending', value: key.slice(-4) },
      { field: 'expires_at', value: null },
    ]);
    const destination = (url: string, more: object = {}) =>
      saveOrderDestinationInput.parse({
        id,
        transport: 'https',
        url,
        sending_application: 'US',
        sending_facility: 'CLINIC',
        receiving_application: 'LAB',
        receiving_facility: 'LAB',
        ...more,
      });
    await saveOrderDestination(
      fresh(admin),
      destination('https://93.184.215.14/a?key=topsecret', { bearer_token: 'topsecret' }),
    );
    const moved = await entryOf((ctx) =>
      saveOrderDestination(ctx, destination('https://93.184.215.14/b', { bearer_token: 'topsecret' })),
    );
    expect(moved.changes).toEqual([WAS_IS('url', 'https://93.184.215.14/a?…', 'https://93.184.215.14/b')]);
    expect(moved.fields).toEqual(['bearer_token', 'url']);
    expect(moved.stored).not.toContain('topsecret');
  });

  it('of an invalid request has the names of the rejected fields, and no values', async () => {
    const failed = await entryOf((ctx) =>
      expect(
        createCaller({ ...ctx, transport: 'v1' }).patients.createPatient({
          name: { family: '', given: ['Zacharias'] },
          birth_date: '1950-02-31',
          sex: 'female',
          Zacharias: 'x',
        } as never),
      ).rejects.toThrow(),
    );
    expect(failed).toMatchObject({ outcome: 'failed', code: 'validation_failed' });
    expect(failed.rejected_fields.toSorted()).toEqual(['birth_date', 'name.family']);
    expect(failed.stored).not.toMatch(/Zacharias|1950/);
    expect(failed.csv).toMatch(/"birth_date name\.family"|"name\.family birth_date"/);
  });
});

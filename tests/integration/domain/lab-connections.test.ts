import { describe, expect, it, beforeAll } from 'vitest';
import type { Context } from '../../../server/shared/context';
import { newRequestId } from '../../../server/shared/ids';
import { createLabConnectionInput } from '../../../server/domain/lab-connections/contract';
import { createIngestKey } from '../../../server/domain/lab-connections/create-ingest-key';
import { createLabConnection } from '../../../server/domain/lab-connections/create-lab-connection';
import { deleteLabConnection } from '../../../server/domain/lab-connections/delete-lab-connection';
import { getLabConnection } from '../../../server/domain/lab-connections/get-lab-connection';
import { listIngestKeys } from '../../../server/domain/lab-connections/list-ingest-keys';
import { listLabConnections } from '../../../server/domain/lab-connections/list-lab-connections';
import { revokeIngestKey } from '../../../server/domain/lab-connections/revoke-ingest-key';
import { updateLabConnection } from '../../../server/domain/lab-connections/update-lab-connection';
import {
  asSuperuser,
  auditRows,
  keyContext,
  personContext,
  testOrg,
  type TestOrg,
} from '../../support/database';
import { laboratory, oru, sendWhole } from '../../support/laboratory';
import { freePort } from '../../support/server';

let org: TestOrg;
let admin: Context;
beforeAll(async () => {
  org = await testOrg();
  admin = await personContext(org, 'admin');
});

const https = { name: 'Central Laboratory', transport: 'https' as const };

describe('lab connection', () => {
  it('starts with common defaults and keeps explicit settings', async () => {
    const plain = await createLabConnection(admin, https);
    expect(plain).toMatchObject({
      enabled: true,
      port: null,
      tls: false,
      allowed_addresses: [],
      time_zone: 'UTC',
      charset: null,
      update_mode: 'replace_panel',
      accession_field: 'spm2',
      on_database_down: 'close',
      lab_name: 'Central Laboratory',
      waiting: 0,
      parked: 0,
      last_message_at: null,
      version: 1,
    });
    const port = await freePort();
    const full = createLabConnectionInput.parse({
      name: 'Full',
      transport: 'mllp',
      port,
      tls: true,
      allowed_addresses: ['192.0.2.7', '10.0.0.0/8'],
      lab_name: 'Lab',
      director: 'Dr. Example',
      sending_facility: 'F',
      time_zone: 'Europe/Berlin',
      charset: '8859/1',
      decimal_comma: true,
      update_mode: 'merge_lines',
      mrn_authority: 'CLINIC',
      accession_field: 'obr18',
      on_database_down: 'error',
      silence_hours: 4,
      working_hours: { days: [1, 2, 3], from: '07:00', to: '24:00' },
    });
    const made = await createLabConnection(admin, full);
    expect(made).toMatchObject({ ...full, allowed_addresses: ['192.0.2.7/32', '10.0.0.0/8'] });
    expect(await getLabConnection(admin, { id: made.id })).toEqual(made);
  });

  it('is changed field by field, with a new version and the values in the audit', async () => {
    const { id } = await createLabConnection(admin, { ...https, sending_facility: 'A', director: 'Old' });
    const ctx = { ...admin, requestId: `req_${id}` };
    const changed = await updateLabConnection(ctx, { id, director: null, silence_hours: 3 });
    await expect(
      updateLabConnection({ ...admin, ifMatch: changed.version - 1 }, { id, silence_hours: 4 }),
    ).rejects.toMatchObject({ code: 'version_mismatch' });
    expect(changed).toMatchObject({ sending_facility: 'A', director: null, silence_hours: 3, version: 2 });
    const [row] = await auditRows(ctx.requestId);
    expect(row).toMatchObject({
      action: 'update_lab_connection',
      detail: { director: { was: 'Old', is: null }, silence_hours: { was: null, is: 3 } },
    });
  });

  it('has a unique port for MLLP and none otherwise', async () => {
    const port = await freePort();
    const mllp = { name: 'Port', transport: 'mllp' as const };
    const rejected = (input: Parameters<typeof createLabConnection>[1]) =>
      expect(createLabConnection(admin, input)).rejects;
    await rejected(mllp).toMatchObject({ extras: { errors: [{ pointer: '/port', code: 'required' }] } });
    await rejected({ ...https, port }).toMatchObject({ extras: { errors: [{ pointer: '/port' }] } });
    await rejected({ ...https, tls: true }).toMatchObject({ extras: { errors: [{ pointer: '/tls' }] } });
    const { id } = await createLabConnection(admin, { ...mllp, port });
    const taken = { code: 'invalid_state', extras: { errors: [{ pointer: '/port', code: 'not_unique' }] } };
    await rejected({ ...mllp, port }).toMatchObject(taken);
    const stranger = await personContext(await testOrg(), 'admin');
    await expect(createLabConnection(stranger, { ...mllp, port })).rejects.toMatchObject(taken);
    await deleteLabConnection(admin, { id });
    await createLabConnection(stranger, { ...mllp, port });
  });

  it('rejects settings that contradict each other', () => {
    const wrong = (settings: object) => createLabConnectionInput.safeParse({ ...https, ...settings }).success;
    for (const settings of [
      { time_zone: '+01:00' },
      { time_zone: 'Europe/Nowhere' },
      { charset: 'EBCDIC' },
      { port: 80 },
      { silence_hours: 0 },
      { working_hours: { days: [1, 1], from: '08:00', to: '18:00' } },
      { working_hours: { days: [1], from: '18:00', to: '08:00' } },
      { working_hours: { days: [8], from: '08:00', to: '18:00' } },
      { directory: '/etc' },
    ])
      expect(wrong(settings), JSON.stringify(settings)).toBe(false);
    expect(wrong({ time_zone: 'America/Argentina/Buenos_Aires' })).toBe(true);
  });

  it('can be opened to more senders only after step-up', async () => {
    const { id } = await createLabConnection(admin, { ...https, allowed_addresses: ['192.0.2.0/24'] });
    const early = new Date(Date.now() - 3_600_000);
    const late: Context = { ...admin, session: { ...admin.session!, authenticatedAt: early } };
    const proof = { code: 'reauthentication_required' };
    await expect(createLabConnection(late, https)).rejects.toMatchObject(proof);
    // Errors come first: no one enters a password for them.
    await expect(createLabConnection(late, { ...https, port: 2575 })).rejects.toMatchObject({
      code: 'validation_failed',
    });
    await expect(createIngestKey(late, { connection_id: id })).rejects.toMatchObject(proof);
    await expect(updateLabConnection(late, { id, allowed_addresses: [] })).rejects.toMatchObject(proof);
    await updateLabConnection(late, { id, allowed_addresses: ['192.0.2.1'], enabled: false });
    await expect(updateLabConnection(late, { id, enabled: true })).rejects.toMatchObject(proof);
  });

  it('shows the numbers of pending and set-aside messages', async () => {
    const lab = await laboratory(org.ctx);
    await sendWhole(lab, oru());
    await sendWhole(lab, oru());
    await sendWhole(lab, oru({ 9: 'ADT' }));
    expect(await getLabConnection(admin, { id: lab.id })).toMatchObject({ waiting: 2, parked: 0 });
    const listed = await listLabConnections(admin, { limit: 100 });
    expect(listed.data.find(({ id }) => id === lab.id)).toMatchObject({ waiting: 2 });
  });

  it('is managed by administrators only, not by keys', async () => {
    const { id } = await createLabConnection(admin, https);
    for (const ctx of [await personContext(org, 'clinician'), keyContext(org.orgId)])
      for (const act of [
        () => listLabConnections(ctx, { limit: 5 }),
        () => getLabConnection(ctx, { id }),
        () => createLabConnection(ctx, https),
        () => updateLabConnection(ctx, { id, name: 'x' }),
        () => deleteLabConnection(ctx, { id }),
        () => listIngestKeys(ctx, { connection_id: id }),
        () => createIngestKey(ctx, { connection_id: id }),
      ])
        await expect(act()).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('is deleted with its keys', async () => {
    const { id } = await createLabConnection(admin, https);
    const key = await createIngestKey(admin, { connection_id: id });
    await deleteLabConnection(admin, { id });
    for (const act of [
      () => getLabConnection(admin, { id }),
      () => updateLabConnection(admin, { id, name: 'x' }),
      () => deleteLabConnection(admin, { id }),
      () => listIngestKeys(admin, { connection_id: id }),
      () => createIngestKey(admin, { connection_id: id }),
      () => revokeIngestKey(admin, { id: key.id }),
    ])
      await expect(act()).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('lab connection keys', () => {
  it('are shown once, listed by prefix, and exist for HTTPS only', async () => {
    const { id } = await createLabConnection(admin, https);
    const made = await createIngestKey(admin, { connection_id: id });
    expect(made.key).toMatch(/^clin_ingest_[0-9A-Za-z]{49}$/);
    const listed = await listIngestKeys(admin, { connection_id: id });
    const { key: _key, ...shown } = made;
    expect(listed.data).toEqual([shown]);
    const mllp = await createLabConnection(admin, { name: 'M', transport: 'mllp', port: await freePort() });
    await expect(createIngestKey(admin, { connection_id: mllp.id })).rejects.toMatchObject({
      code: 'invalid_state',
    });
    const past = { connection_id: id, expires_at: '2020-01-01T00:00:00Z' };
    await expect(createIngestKey(admin, past)).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('respect the maximum lifetime of the organization', async () => {
    const own = await testOrg();
    const ctx = await personContext(own, 'admin');
    const { id: connection_id } = await createLabConnection(ctx, https);
    const make = (days?: number) =>
      createIngestKey(
        { ...ctx, requestId: newRequestId() },
        {
          connection_id,
          ...(days ? { expires_at: new Date(Date.now() + days * 86_400_000).toISOString() } : {}),
        },
      );
    expect((await make()).expires_at).toBeNull();
    await asSuperuser('UPDATE organizations SET key_max_days = 90 WHERE id = $1', [own.orgId]);
    await expect(make(91)).rejects.toMatchObject({ code: 'validation_failed' });
    expect((await make(30)).expires_at).not.toBeNull();
    const days = (Date.parse((await make()).expires_at!) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(90);
  });

  it('are revoked once', async () => {
    const { id } = await createLabConnection(admin, https);
    const key = await createIngestKey(admin, { connection_id: id });
    expect((await revokeIngestKey(admin, { id: key.id })).revoked_at).not.toBeNull();
    await expect(revokeIngestKey(admin, { id: key.id })).rejects.toMatchObject({ code: 'invalid_state' });
  });
});

import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { newNumber } from '../../../server/shared/check-digit';
import { nameKey, patientTokens } from '../../../server/domain/patients/search-terms';
import { newUuid, read, show } from './bare-ids';
import { presentOrder, presentPatient, presentResult, type Row } from './bare-present';
import { SQL } from './bare-sql';

/**
 * The reference for the product's speed: one process with only `node:http` and `pg`. Each request is one transaction
 * with the product's guarantees: credential under its policy, tenant setting, row-level security, audit row. Input is
 * trusted. Under `/plain` reads run as superuser without any of that, for comparison.
 */
export interface BareSettings {
  appUrl: string;
  adminUrl: string;
  orgId: string;
  connections: number;
}

interface Caller {
  orgId: string;
  actor: string;
}

interface Answer {
  status: number;
  body: unknown;
  audit: { action: string; kind: string; objectKind: string; objectId: string | null; patientIds: string[]; detail: unknown };
}

type Query = <R extends Row = Row>(statement: { name: string; text: string }, values: unknown[]) => Promise<R[]>;

class Rejected extends Error {
  constructor(readonly status: number) {
    super();
  }
}

export function serveBare(settings: BareSettings): void {
  pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
  const guarded = new pg.Pool({ connectionString: settings.appUrl, max: settings.connections });
  const plain = new pg.Pool({ connectionString: settings.adminUrl, max: settings.connections });

  const server = createServer((req, res) => {
    const [path = '', query = ''] = (req.url ?? '').split('?');
    const parameters = new URLSearchParams(query);
    const patientId = parameters.get('patient_id');
    if (path === '/bytes') return void takeBytes(req).then((sha256) => res.end(sha256));
    const answer = path.startsWith('/plain/') ? withoutGuarantees(plain, settings.orgId, path.slice(6), patientId) : withGuarantees(guarded, req, path, patientId);
    answer.then(
      ({ status, body }) => {
        // A page of the size of another one: its rows, filled up.
        const text = JSON.stringify(body).padEnd(Number(parameters.get('bytes')));
        res.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) });
        res.end(text);
      },
      (error: unknown) => res.writeHead(error instanceof Rejected ? error.status : 500).end(),
    );
  });
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
}

let taken = 0;

/**
 * The reference for uploads, with the product's guarantee: hash while writing, sync under a temporary name, rename and
 * sync the folder before responding.
 */
async function takeBytes(req: IncomingMessage): Promise<string> {
  const folder = path.join(os.tmpdir(), `clinical-bench-${process.pid}`);
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, String(taken++));
  const hash = createHash('sha256');
  const handle = await open(`${file}.part`, 'wx', 0o600);
  try {
    for await (const chunk of req as AsyncIterable<Buffer>) {
      hash.update(chunk);
      await handle.write(chunk);
    }
    await handle.sync();
    await handle.close();
    await rename(`${file}.part`, file);
    const parent = await open(folder, 'r');
    await parent.sync().finally(() => parent.close());
    return hash.digest('hex');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function withoutGuarantees(pool: pg.Pool, orgId: string, path: string, patientId: string | null): Promise<Answer> {
  const query: Query = async (statement, values) => (await pool.query({ ...statement, values })).rows as never;
  return get(query, orgId, path, patientId);
}

async function withGuarantees(pool: pg.Pool, req: IncomingMessage, path: string, patientId: string | null): Promise<Answer> {
  const secret = /^Bearer (.+)$/.exec(req.headers.authorization ?? '')?.[1];
  if (!secret) throw new Rejected(401);
  const body = req.method === 'POST' ? await readJson(req) : null;
  const client = await pool.connect();
  try {
    const query: Query = async (statement, values) => (await client.query({ ...statement, values })).rows as never;
    const hash = createHash('sha256').update(secret).digest();
    await client.query(`BEGIN;SELECT set_config('clinical.credential_hash','${hash.toString('hex')}',true)`);
    const caller = await authenticate(query, hash, req);
    const replayKey = req.headers['idempotency-key'];
    const answer = body ? await create(query, caller, path, body as Row, String(replayKey)) : await get(query, caller.orgId, path, patientId);
    const { audit } = answer;
    await query(SQL.audit, [
      caller.orgId, newUuid(), new Date(), caller.actor, audit.action, audit.kind, audit.objectKind, audit.objectId,
      audit.patientIds, show('req', newUuid()), req.socket.remoteAddress, audit.detail,
    ]);
    const { command } = await client.query('COMMIT');
    if (command !== 'COMMIT') throw new Rejected(500);
    return answer;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

async function authenticate(query: Query, hash: Buffer, req: IncomingMessage): Promise<Caller> {
  const [key] = await query(SQL.key, [hash]);
  if (!key || key.revoked_at || (key.expires_at && key.expires_at <= new Date()) || key.ip_allow_list.length > 0) throw new Rejected(401);
  await query(SQL.org, [key.org_id]);
  if (!key.last_used_at || Date.now() - key.last_used_at.getTime() > 60_000) await query(SQL.touch, [key.org_id, key.id, req.socket.remoteAddress]);
  return { orgId: key.org_id, actor: show('key', key.id) };
}

async function get(query: Query, orgId: string, path: string, patientId: string | null): Promise<Answer> {
  if (path === '/v1/patients') {
    const rows = await query(SQL.patients, [orgId]);
    const shown = rows.slice(0, 50);
    const cursor = Buffer.from(JSON.stringify([shown.at(-1)?.id])).toString('base64url');
    const body = { object: 'list', data: shown.map(presentPatient), has_more: rows.length > 50, next_cursor: cursor };
    return { status: 200, body, audit: { action: 'list_patients', kind: 'list', objectKind: 'patient', objectId: null, patientIds: shown.map((row) => row.id), detail: { count: shown.length } } };
  }
  if (path === '/v1/page') {
    const rows = await query(SQL.inbox, [orgId]);
    return { status: 200, body: rows, audit: { action: 'list_inbox', kind: 'list', objectKind: 'lab_result', objectId: null, patientIds: rows.map((row) => row.patient_id), detail: null } };
  }
  if (path === '/v1/labs/orders') return orders(query, orgId, read('pat', patientId ?? '')!);
  const [, , , id = '', resultId = ''] = path.split('/');
  if (id === 'results') {
    const [row] = await query(SQL.result, [orgId, read('res', resultId)]);
    if (!row) throw new Rejected(404);
    const lines = await query(SQL.lines, [orgId, row.id, row.lab_id]);
    const audit = { action: 'get_lab_result', kind: 'read', objectKind: 'lab_result', objectId: row.id, patientIds: [row.patient_id], detail: { version: row.version } };
    return { status: 200, body: presentResult(row, lines), audit };
  }
  const [row] = await query(SQL.patient, [orgId, read('pat', id)]);
  if (!row) throw new Rejected(404);
  return { status: 200, body: presentPatient(row), audit: { action: 'get_patient', kind: 'read', objectKind: 'patient', objectId: row.id, patientIds: [row.id], detail: null } };
}

async function orders(query: Query, orgId: string, patientId: string): Promise<Answer> {
  const rows = await query(SQL.orders, [orgId, patientId]);
  const shown = rows.slice(0, 25);
  const ids = shown.map((row) => row.id);
  const items = await query(SQL.items, [orgId, ids]);
  const reports = await query(SQL.reports, [orgId, ids]);
  const of = (entries: Row[], id: string) => entries.filter((entry) => entry.order_id === id);
  const data = shown.map((row) => presentOrder(row, of(items, row.id), of(reports, row.id)));
  const audit = { action: 'list_lab_orders', kind: 'list', objectKind: 'lab_order', objectId: null, patientIds: [patientId], detail: { count: shown.length } };
  return { status: 200, body: { object: 'list', data, has_more: rows.length > 25, next_cursor: null }, audit };
}

async function create(query: Query, caller: Caller, path: string, input: Row, key: string): Promise<Answer> {
  const { orgId, actor } = caller;
  const [lock] = await query(SQL.lock, [[orgId, actor, path, key].join('\n')]);
  if (!lock?.locked) throw new Rejected(409);
  if ((await query(SQL.remembered, [orgId, actor, path, key])).length > 0) throw new Rejected(409);
  const id = newUuid();
  const now = new Date();
  const json = (value: unknown) => JSON.stringify(value);
  const phones = input.phones.map((phone: Row) => ({ value: phone.value.replaceAll(' ', ''), raw: phone.value, use: phone.use }));
  const [row] = await query(SQL.insertPatient, [
    orgId, id, now, actor, newNumber(), json(input.identifiers), json(input.name), nameKey(input.name.family), nameKey(...input.name.given),
    input.birth_date, input.sex, json(phones), json(input.emails), json(input.addresses), json(input.metadata),
  ]);
  const of = (name: string) => input.identifiers.map((identifier: Row) => identifier[name]);
  await query(SQL.insertIdentifiers, [orgId, id, of('system'), of('value'), of('type')]);
  const tokens = patientTokens({ mrn: row!.mrn, name: row!.name, otherNames: [], identifiers: row!.identifiers, phones, emails: input.emails });
  await query(SQL.insertTokens, [orgId, id, tokens.map((entry) => entry.token), tokens.map((entry) => entry.kind)]);
  const body = presentPatient(row!);
  await query(SQL.insertEvent, [orgId, newUuid(), id, json(eventOf(orgId, actor, body, now)), now]);
  if ((await query(SQL.webhooks, [orgId])).length > 0) throw new Rejected(500);
  const audit = { action: 'create_patient', kind: 'write', objectKind: 'patient', objectId: id, patientIds: [id], detail: null };
  const fingerprint = createHash('sha256').update(json(input)).digest();
  await query(SQL.remember, [orgId, actor, path, key, fingerprint, json({ output: body, audit }), now]);
  return { status: 201, body, audit };
}

function eventOf(orgId: string, actor: string, patient: Row, now: Date): unknown {
  const { id, version, status } = patient;
  const object = { object: 'patient', id, version, status, href: `/v1/patients/${id}`, patient_id: id };
  return {
    id: show('evt', newUuid()), object: 'event', type: 'patient.created', created_at: now.toISOString(), sequence: 1, api_version: 'v1',
    org_id: show('org', orgId), actor, data: { object, changed_fields: [], previous: {} },
  };
}

async function readJson(req: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString());
}

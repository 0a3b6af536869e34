import assert from 'node:assert/strict';
import { showId, type Kind } from '../../../server/shared/ids';
import { doDocuments } from './documents';
import { doOrders } from './lab-orders';
import { readResult } from './lab-results';
import { inSight, type Model, type Who } from './model';
import { readFeedToItsEnd } from './feed';
import { findAll, listPatients } from './lists';
import type { World } from './world';

/**
 * After the last step: the database equals the model, without missing or additional rows. Events and their numbers,
 * pending deliveries, the audit, versions of rows and of results.
 */

const ROWS = `
  select 'patient' as kind, id, version, sequence, deleted_at is not null as gone from patients where org_id = $1
  union all select 'lab_order', id, version, sequence, false from lab_orders where org_id = $1
  union all select 'lab_result', id, version, sequence, false from lab_results where org_id = $1
  union all select 'document', id, version, sequence, false from documents where org_id = $1
  union all select 'webhook', id, version, sequence, deleted_at is not null from webhooks where org_id = $1`;
const EVENTS = `select object_kind as kind, object_id as id, sequence, type, (body::jsonb #>> '{data,object,version}')::int as version
  from events where org_id = $1`;
/** The model does not contain the patients named by rejected requests. */
const AUDIT = `select request_id as request, actor, action, outcome, code, case when outcome = 'allowed' then patient_ids else '{}' end as patients
  from audit_events where org_id = $1 and action not in ('create_organization', 'upsert_catalog', 'authenticate_api_key') and not (actor = 'system' and action = 'create_api_key')`;
const DELIVERIES = `select webhook_id as id, status, count(*)::int as count from deliveries where org_id = $1 group by 1, 2`;
const VERSIONS = `select result_id as id, array_agg(version order by version) as versions from lab_result_versions where org_id = $1 group by 1`;

const sorted = (lines: unknown[]): string[] => lines.map((line) => JSON.stringify(line)).sort();

/** Both without their common part, so that only the difference is reported. */
function equal(stored: unknown[], expected: unknown[], what: string): void {
  const [a, b] = [sorted(stored), sorted(expected)];
  if (a.join('\n') === b.join('\n')) return;
  const less = (from: string[], other: string[]) => {
    const left = [...other];
    return from.filter((line) => {
      const at = left.indexOf(line);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
  };
  assert.fail(
    `${what}: stored, but not in the model ${less(a, b).join(' ')}; in the model, but not stored ${less(b, a).join(' ')}`,
  );
}

export async function checkState(model: Model, world: World): Promise<void> {
  for (const as of [0, 1] as const) {
    await listPatients(model, world, as, 2);
    await findAll(model, world, as);
    await readFeedToItsEnd(model, world, as);
    for (const result of model.orgs[as].results)
      if (inSight(result.patient))
        for (let version = 1; version <= result.version; version++)
          await readResult(model, world, as, { result, id: result.id, version });
    await readHidden(model, world, as);
    await checkRows(model, world, as);
  }
}

/** Data of deleted patients is hidden with them. */
async function readHidden(model: Model, world: World, as: Who): Promise<void> {
  const { orders, documents } = model.orgs[as];
  for (const [at, { patient }] of orders.entries())
    if (patient.deleted) await doOrders(model, world, { do: 'getOrder', as, order: { foreign: false, at } });
  for (const [at, { patient }] of documents.entries())
    if (patient.deleted)
      await doDocuments(model, world, { do: 'getDocument', as, document: { foreign: false, at } });
}

export async function checkRows(model: Model, world: World, as: Who): Promise<void> {
  const org = model.orgs[as];
  const ask = async <Row extends object>(text: string): Promise<Row[]> =>
    (await world.look.query<Row>(text, [world.orgId(as)])).rows;
  const shown = <Row extends { kind: Kind; id: string }>({ kind, id, ...row }: Row) => ({
    object: showId(kind, id),
    ...row,
  });

  const events = await ask<{ kind: Kind; id: string; sequence: number; type: string; version: number }>(
    EVENTS,
  );
  equal(
    events.map(shown),
    org.reported.map(({ object, sequence, type, version }) => ({ object, sequence, type, version })),
    'events',
  );

  const reported = (id: string) => org.reported.filter(({ object }) => object === id).length;
  const row = (thing: { id: string; version?: number; deleted?: boolean }) => ({
    object: thing.id,
    version: thing.version ?? 1,
    sequence: reported(thing.id),
    gone: thing.deleted ?? false,
  });
  const rows = await ask<{ kind: Kind; id: string; version: number; sequence: number; gone: boolean }>(ROWS);
  equal(
    rows.map(shown),
    [...org.patients, ...org.orders, ...org.results, ...org.documents, ...org.webhooks].map(row),
    'rows',
  );

  const audit = await ask<{ request: string; patients: string[] }>(AUDIT);
  equal(
    audit.map((line) => ({ ...line, patients: line.patients.map((id) => showId('patient', id)).sort() })),
    org.calls.map(({ request, actor, action, outcome, code, patients }) => ({
      request,
      actor,
      action,
      outcome,
      code,
      patients,
    })),
    'audit',
  );

  const deliveries = await ask<{ id: string; status: string; count: number }>(DELIVERIES);
  equal(
    deliveries.map(({ id, status, count }) => ({ id: showId('webhook', id), status, count })),
    org.webhooks
      .filter((hook) => hook.deliveries > 0)
      .map((hook) => ({ id: hook.id, status: hook.deleted ? 'skipped' : 'held', count: hook.deliveries })),
    'deliveries',
  );

  const versions = await ask<{ id: string; versions: number[] }>(VERSIONS);
  equal(
    versions.map((kept) => ({ id: showId('lab_result', kept.id), versions: kept.versions })),
    org.results
      .filter(({ version }) => version > 1)
      .map(({ id, version }) => ({
        id,
        versions: Array.from({ length: version - 1 }, (_, index) => index + 1),
      })),
    'earlier versions of results',
  );
}

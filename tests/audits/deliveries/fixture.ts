import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { closePool } from '../../../server/db/client';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../../server/embedded/embedded-postgres';
import { migrate } from '../../../server/db/migrate';
import { withTenant } from '../../../server/db/transaction';
import { newId, readId, showId } from '../../../server/shared/ids';
import { systemContext } from '../../../server/shared/system-actor';
import { createWebhookInput } from '../../../server/domain/webhooks/contract';
import { createWebhook } from '../../../server/domain/webhooks/create-webhook';
import { completeEnv, env } from '../../../server/env';
import { emit } from '../../../server/events/emit';
import { OPEN, type WorkerSettings } from './parts';

/** A separate database with organizations and webhooks. */

export interface Fixture {
  dataDir: string;
  postgres: EmbeddedPostgres;
  settings: WorkerSettings;
  /** As superuser. */
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

export async function openFixture(): Promise<Fixture> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'clinical-deliveries-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  await migrate(postgres.migrationUrl);
  const settings: WorkerSettings = {
    DATABASE_URL: postgres.appUrl,
    MIGRATION_DATABASE_URL: postgres.migrationUrl,
    ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
  };
  completeEnv(settings);
  Object.assign(env, OPEN);
  const fixture: Fixture = {
    dataDir,
    postgres,
    settings,
    async query(text, values = []) {
      const client = new pg.Client({ connectionString: fixture.postgres.adminUrl });
      await client.connect();
      try {
        return (await client.query(text, values)).rows as never;
      } finally {
        await client.end();
      }
    },
    async close() {
      await closePool();
      await fixture.postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return fixture;
}

/** @returns `uuid`s */
export async function organizations(fixture: Fixture, count: number): Promise<string[]> {
  const rows = await fixture.query<{ id: string }>(
    `insert into organizations (id, slug, name, created_at)
     select gen_random_uuid(), 'deliveries-' || gen_random_uuid(), 'Deliveries', now() from generate_series(1, $1::int) returning id`,
    [count],
  );
  return rows.map(({ id }) => id);
}

/** @returns `uuid` */
export async function hookTo(orgId: string, url: string): Promise<string> {
  const input = createWebhookInput.parse({ url });
  return readId('webhook', (await createWebhook(systemContext(orgId, 'system'), input)).id)!;
}

/** Writes one event like the product. Returns its display ID after the commit. */
export async function writeEvent(orgId: string): Promise<string> {
  const ctx = systemContext(orgId, 'system');
  const patientId = newId();
  const object = {
    kind: 'patient' as const,
    id: patientId,
    version: 1,
    status: 'active',
    href: `/v1/patients/${showId('patient', patientId)}`,
    patientId,
  };
  const id = await withTenant(orgId, (tx) => emit(tx, ctx, { type: 'patient.created', object, sequence: 1 }));
  return showId('event', id);
}

/** Events with one pending delivery each, written in one statement. */
export async function fill(fixture: Fixture, orgId: string, webhookId: string, count: number): Promise<void> {
  await fixture.query(
    `with made as (
       insert into events (org_id, id, type, object_kind, object_id, sequence, body, created_at)
       select $1, gen_random_uuid(), 'patient.created', 'patient', gen_random_uuid(), 1,
         '{"object":"event","type":"patient.created","filler":"' || repeat('x', 400) || '"}', now()
       from generate_series(1, $3::int) returning id)
     insert into deliveries (org_id, id, event_id, webhook_id, next_attempt_at, created_at)
     select $1, gen_random_uuid(), made.id, $2, now(), now() from made`,
    [orgId, webhookId, count],
  );
  await fixture.query('analyze events');
  await fixture.query('analyze deliveries');
}

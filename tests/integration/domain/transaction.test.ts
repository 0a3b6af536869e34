import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { closePool, poolFigures } from '../../../server/db/client';
import {
  answeredByCommit,
  beginInScope,
  readInScope,
  together,
  withTenant,
} from '../../../server/db/transaction';
import { newId } from '../../../server/shared/ids';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { createPatientInput } from '../../../server/domain/patients/contract';
import { asSuperuser, testOrg, type TestOrg } from '../../support/database';

/** Statements are sent together to save round trips; the guarantees of a transaction must not depend on that. */

let org: TestOrg;
beforeAll(async () => {
  org = await testOrg();
});

const INSERT = (key: string) =>
  sql`insert into idempotency_records (org_id, credential, path, key, fingerprint, status, output, created_at)
    values (${org.orgId}, 'c', '/p', ${key}, 'x', 201, '{}', now())`;
const stored = async (key: string) =>
  (await asSuperuser('SELECT 1 FROM idempotency_records WHERE key = $1', [key])).length;

describe('transaction', () => {
  it('fails as a whole when the statement sent with COMMIT fails', async () => {
    const key = newId();
    const act = withTenant(org.orgId, async (tx) => {
      await tx.execute(INSERT(key));
      void answeredByCommit(tx, () => tx.client.query('select 1 / 0'));
      return 'done';
    });
    await expect(act).rejects.toMatchObject({ code: '22012' });
    expect(await stored(key)).toBe(0);
  });

  it('stores the result of a statement sent with COMMIT', async () => {
    const key = newId();
    await withTenant(org.orgId, async (tx) => {
      void answeredByCommit(tx, () => tx.execute(INSERT(key)).execute());
    });
    expect(await stored(key)).toBe(1);
  });

  it('is not reported as done when an error inside it was swallowed', async () => {
    const key = newId();
    const act = withTenant(org.orgId, async (tx) => {
      await tx.execute(INSERT(key));
      await tx.client.query('select 1 / 0').catch(() => undefined);
    });
    await expect(act).rejects.toThrow('rolled back');
    expect(await stored(key)).toBe(0);
  });

  it('leaks nothing from the one before on the same connection, also after a failure', async () => {
    await closePool();
    await withTenant(org.orgId, async (tx) => {
      void answeredByCommit(tx, () => tx.client.query('select 1 / 0'));
    }).catch(() => undefined);
    const seen = await readInScope({}, async (tx) =>
      tx.client.query<{ setting: string | null }>(
        "select current_setting('clinical.org_id', true) as setting",
      ),
    );
    expect(seen.rows[0]!.setting || null).toBeNull();
    expect(poolFigures()).toMatchObject({ total: 1, idle: 1, waiting: 0 });
  });

  it('waits for all statements sent together before it rolls back', async () => {
    const ended: string[] = [];
    const act = withTenant(org.orgId, async (tx) => {
      const slow = tx.client
        .query('select pg_sleep(0.05)')
        .catch(() => undefined)
        .then(() => ended.push('slow'));
      await together(tx.client.query('select 1 / 0'), slow);
    });
    await expect(act).rejects.toMatchObject({ code: '22012' });
    expect(ended).toEqual(['slow']);
  });

  it('fails the operation when its audit row cannot be written', async () => {
    const input = createPatientInput.parse({
      name: { family: 'Unaudited', given: ['Una'] },
      birth_date: '1990-01-01',
      sex: 'unknown',
    });
    // The column rejects null, so the statement before COMMIT fails.
    await expect(createPatient({ ...org.ctx, requestId: null as never }, input)).rejects.toMatchObject({
      code: '23502',
    });
    expect(await asSuperuser('SELECT 1 FROM patients WHERE org_id = $1', [org.orgId])).toHaveLength(0);
    await createPatient(org.ctx, input);
    expect(await asSuperuser('SELECT 1 FROM patients WHERE org_id = $1', [org.orgId])).toHaveLength(1);
  });
});

describe('transaction opened for a credential', () => {
  const begin = () =>
    beginInScope({}, (tx) => tx.client.query<{ pid: number }>('select pg_backend_pid() as pid'));
  const idle = () => expect(poolFigures()).toMatchObject({ waiting: 0, idle: poolFigures().total });

  it('continues as the transaction of the operation in its organization', async () => {
    const { answer, begun } = await begin();
    const act = await withTenant(
      org.orgId,
      (tx) =>
        tx.client.query<{ pid: number; org: string }>(
          "select pg_backend_pid() as pid, current_setting('clinical.org_id') as org",
        ),
      begun,
    );
    expect(act.rows[0]).toEqual({ pid: answer.rows[0]!.pid, org: org.orgId });
    idle();
  });

  it('serves one operation only: the next one gets another transaction', async () => {
    const { begun } = await begin();
    const key = newId();
    await withTenant(org.orgId, (tx) => tx.execute(INSERT(key)), begun);
    const act = withTenant(
      org.orgId,
      async (tx) => {
        await tx.execute(INSERT(newId()));
        throw new Error('second act');
      },
      begun,
    );
    await expect(act).rejects.toThrow('second act');
    expect(await stored(key)).toBe(1);
    idle();
  });

  it('releases its connection when it is dropped and when its statement fails', async () => {
    const { begun } = await begin();
    await begun.drop();
    await begun.drop();
    await expect(beginInScope({}, (tx) => tx.client.query('select 1 / 0'))).rejects.toMatchObject({
      code: '22012',
    });
    idle();
  });

  it('fails the operation when the organization cannot be set', async () => {
    const { begun } = await begin();
    const act = withTenant('not-an-id', (tx) => tx.client.query('select 1'), begun);
    await expect(act).rejects.toThrow('organization ID');
    idle();
  });
});

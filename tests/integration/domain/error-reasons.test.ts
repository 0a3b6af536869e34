import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { safeError } from '../../../server/safe-error';

/** Errors of the real server about values: the log gets SQLSTATE and reason, and never the value. */

let client: pg.Client;
beforeAll(async () => {
  client = new pg.Client({ connectionString: process.env.TEST_ADMIN_URL });
  await client.connect();
  await client.query(`CREATE TEMPORARY TABLE guests (name text PRIMARY KEY, age int NOT NULL CHECK (age < 150),
    short varchar(3), nothing int NOT NULL DEFAULT 0)`);
  await client.query(`INSERT INTO guests VALUES ('Canary', 1)`);
});
afterAll(() => client.end());

const ERRORS: [state: string, text: string, values: unknown[], reason: RegExp | undefined][] = [
  ['23505', 'INSERT INTO guests VALUES ($1, 2)', ['Canary'], /unique constraint "guests_pkey"$/],
  ['23502', 'INSERT INTO guests VALUES ($1, NULL)', ['Canary2'], /column "age" of relation "guests"/],
  ['23514', 'INSERT INTO guests VALUES ($1, 197103)', ['Canary3'], /check constraint "guests_age_check"$/],
  ['22001', 'INSERT INTO guests VALUES ($1, 2, $2)', ['Canary4', 'Canary4'], /^value too long for type/],
  ['22P02', 'SELECT $1::text::uuid', ['Canary'], /^invalid input syntax for type uuid$/],
  ['22P02', 'SELECT $1::text::json', ['{Canary'], /^invalid input syntax for type json$/],
  ['22003', 'SELECT $1::text::int', ['19710309197103'], undefined],
  ['22007', 'SELECT $1::text::date', ['Canary'], /^invalid input syntax for type date$/],
  ['22008', 'SELECT $1::text::date', ['1971-13-39'], undefined],
  ['22012', 'SELECT 19710309 / $1::int', [0], undefined],
  ['2201B', 'SELECT $1::text ~ $2::text', ['Canary', '(Canary'], undefined],
  ['42601', "SELECT 'Canary' 'x' FORM", [], undefined],
  ['42703', 'SELECT canary_column FROM guests', [], /^column "canary_column" does not exist$/],
  ['P0001', "DO $$ BEGIN RAISE EXCEPTION 'Canary was here'; END $$", [], undefined],
  ['53100', "DO $$ BEGIN RAISE EXCEPTION 'Canary' USING ERRCODE = '53100'; END $$", [], undefined],
];

describe('reason in the log', () => {
  it.each(ERRORS)('of %s: %s', async (state, text, values, reason) => {
    const error = (await client.query(text, values).catch((thrown: unknown) => thrown)) as Error;
    // As the query builder reports it.
    const reported = safeError(
      new Error(`Failed query: ${text}\nparams: ${values.join()}`, { cause: error }),
    );
    expect(reported.code).toBe(state);
    if (reason) expect(reported.reason).toMatch(reason);
    else expect(reported.reason).toBeUndefined();
    expect(JSON.stringify({ ...reported, at: [] })).not.toMatch(/Canary|1971/);
  });
});

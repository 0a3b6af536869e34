import { auditVerify } from '../../../server/cli/audit-verify';
import type { Verification } from '../../../server/audit/verify/verify';
import { showId } from '../../../server/shared/ids';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alterAndVerify, makeFixture, verify } from '../../audits/alterations/run';
import type { Fixture } from '../../audits/alterations/fixture';
import { addRows, openAuditDatabase, type AuditDatabase } from '../../audits/alterations/audit-database';

/** H-04: alterations of a sealed audit are detected and located. `npm run audit:alterations` makes 2,000. */

const SEED = 20_261_121;
/** Of each organization; enough for more than nine seals, so that their numbers are not compared as texts. */
const ROWS = 330;

let database: AuditDatabase;
let fixture: Fixture;
beforeAll(async () => {
  database = await openAuditDatabase();
  fixture = await makeFixture(database, ROWS);
});
afterAll(() => database.close());

describe('sealed audit', () => {
  it('verifies as intact without alterations', async () => {
    await database.superuser.query('BEGIN');
    const { findings, counts, organizations } = await verify(database);
    await database.superuser.query('ROLLBACK');
    expect({ findings, counts }).toEqual({ findings: [], counts: {} });
    expect(organizations).toHaveLength(2);
    for (const { rows, unsealed } of organizations)
      expect({ rows, unsealed }).toEqual({ rows: ROWS, unsealed: 0 });
  });

  it('reports each of 200 alterations and its location', async () => {
    const outcomes = await alterAndVerify(database, fixture, 200, SEED);
    expect(outcomes.filter(({ ok }) => !ok)).toEqual([]);
    expect(new Set(outcomes.map(({ name }) => name)).size).toBeGreaterThan(30);
  }, 120_000);
});

describe('audit verify', () => {
  /** As the operator's tool calls it: as the worker's role, in a snapshot. */
  async function tool(
    org: string,
    anchor?: string,
  ): Promise<{ exit: number; text: string; made: Verification }> {
    const flags: Record<string, string | undefined> = { org, anchor };
    const given = {
      get: (flag: string) => flags[flag],
      need: (flag: string) => flags[flag]!,
      operand: '',
      json: false,
    };
    const made = (await auditVerify.run(given)) as Verification;
    return { made, exit: auditVerify.exitCode!(made), text: auditVerify.text!(made) };
  }

  it('exits with 0 and states what it cannot detect', async () => {
    const whole = await tool('all', database.anchorFile);
    expect(whole).toMatchObject({ exit: 0, made: { findings: [], notices: [] } });
    expect(whole.text).toContain('The audit log matches its seals.');
    expect((await tool('altered-one')).made.notices.join()).toContain('Without --anchor');
    await addRows(database.superuser, fixture.rows.keys().next().value!, 3);
    const later = await tool('altered-one', database.anchorFile);
    expect(later).toMatchObject({ exit: 0, made: { organizations: [{ rows: ROWS, unsealed: 3 }] } });
    expect(later.made.notices).toEqual([expect.stringContaining('3 rows are not sealed yet')]);
  });

  it('exits with 1 and the location, also for a truncated end that only the anchor file reveals', async () => {
    const [one, two] = [...fixture.rows.keys()] as [string, string];
    const last = fixture.seals.get(one)!;
    const { first } = (
      await database.superuser.query<{ first: string }>(
        `with cut as (delete from audit_seals where org_id = $1 and number = $2 returning first_txid)
         select first_txid::text as first from cut`,
        [one, last],
      )
    ).rows[0]!;
    // Rows of the transaction in which the seal starts may belong to the previous seal, so they are kept.
    await database.superuser.query('delete from audit_events where org_id = $1 and txid > $2::xid8', [
      one,
      first,
    ]);
    expect(await tool(showId('organization', one))).toMatchObject({ exit: 0, made: { findings: [] } });
    const cut = await tool('altered-one', database.anchorFile);
    expect(cut).toMatchObject({
      exit: 1,
      made: { counts: { tail_cut: 1 }, findings: [{ kind: 'tail_cut', seal: last }] },
    });
    expect(cut.text).toContain(`FOUND tail_cut  ${showId('organization', one)}  seal ${last}`);
    const row = fixture.rows.get(two)!.at(-40)!;
    await database.superuser.query(
      `update audit_events set actor = 'usr_other' where org_id = $1 and txid = $2::xid8 and id = $3`,
      [two, row.txid, row.id],
    );
    expect((await tool('altered-two')).text).toContain(
      `FOUND row_changed  ${showId('organization', two)}  seal ${row.seal}  row ${row.position}  transaction ${row.txid}  id ${row.id}`,
    );
    expect((await tool('all', database.anchorFile)).made.counts).toEqual({ tail_cut: 1, row_changed: 1 });
  });

  it('reports a missing anchor file', async () => {
    await expect(tool('all', `${database.anchorFile}.none`)).rejects.toThrow(
      '--anchor: the file cannot be read (ENOENT).',
    );
  });
});

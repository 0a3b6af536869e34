import { describe, expect, it } from 'vitest';
import { listAuditEventsInput } from '../../../server/domain/audit-log/contract';
import { listAuditEvents } from '../../../server/domain/audit-log/list-audit-events';
import { lowestIdAt, newId, newRequestId } from '../../../server/shared/ids';
import { asSuperuser, keyContext, testOrg, type TestOrg } from '../../support/database';

/** `GET /v1/audit-events` reads the months next to the cursor first, and still misses none of the others. */

const DAY = 86_400_000;
const list = (org: TestOrg, query: object) =>
  listAuditEvents(
    keyContext(org.orgId, ['audit:read']),
    listAuditEventsInput.parse({ limit: 100, ...query }),
  );

describe('entries of years', () => {
  /** @param age of the ID in days @param txid the order of the log */
  const entryOf = async (org: TestOrg, age: number, txid: number): Promise<string> => {
    const at = new Date(Date.now() - age * DAY);
    const requestId = newRequestId();
    await asSuperuser(
      `INSERT INTO audit_events (org_id, id, txid, at, actor, transport, action, kind, outcome, patient_ids, request_id)
       VALUES ($1, $2, $3::text::xid8, $4, 'system', 'system', 'old_entry', 'write', 'allowed', '{}', $5)`,
      [org.orgId, lowestIdAt(at).slice(0, 14) + newId().slice(14), txid, at, requestId],
    );
    return requestId;
  };

  it('are each on one page, in both directions', async () => {
    const org = await testOrg();
    const all: string[] = [];
    for (const [nth, age] of [900, 899, 700, 500, 320, 319, 140, 125, 70, 61, 30, 1].entries())
      all.push(await entryOf(org, age, nth + 3));
    for (const sort of ['position', undefined]) {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page = await list(org, {
          action: 'old_entry',
          limit: 2,
          ...(sort ? { sort } : {}),
          ...(cursor ? { cursor } : {}),
        });
        seen.push(...page.data.map(({ request_id }) => request_id));
        cursor = page.data.length > 0 ? page.next_cursor : null;
      } while (cursor);
      expect(seen).toEqual(sort ? all : [...all].reverse());
    }
  });

  it('are in the order of the log, also where clocks differ by a month', async () => {
    const org = await testOrg();
    const [first, second] = [await entryOf(org, 61, 5), await entryOf(org, 60, 6)];
    const slow = await entryOf(org, 100, 7);
    const { data } = await list(org, { action: 'old_entry', limit: 1 });
    expect(data.map(({ request_id }) => request_id)).toEqual([slow]);
    const forward = await list(org, { action: 'old_entry', sort: 'position' });
    expect(forward.data.map(({ request_id }) => request_id)).toEqual([first, second, slow]);
  });
});

import fc from 'fast-check';
import assert from 'node:assert/strict';
import { who } from './arbitraries';
import type { Model, Org, Told, Who } from './model';
import { wrongInEvent } from '../../support/event-schemas';
import { settle } from './settle';
import type { Reply, World } from './world';

/**
 * Reads the events of an organization, a page at a time between other steps: all events, in order, each once. It may
 * lag behind, because transactions of other organizations delay the horizon; it never skips.
 */

export interface FeedStep {
  do: 'readFeed';
  as: Who;
  limit: number;
}

export const feedSteps: fc.Arbitrary<FeedStep>[] = [
  fc.record({ do: fc.constant('readFeed' as const), as: who, limit: fc.constantFrom(1, 3, 100) }),
];

interface Shown {
  type: string;
  sequence: number;
  data: { object: { id: string; version: number; patient_id: string | null } };
}

/** The possible next events: the oldest unseen one, or one emitted concurrently with it. */
function comes(org: Org, { type, sequence, data: { object } }: Shown): Told {
  const next = org.reported.find(({ seen }) => !seen);
  const may = org.reported.filter(
    (reported) =>
      reported === next || (!reported.seen && reported.group !== null && reported.group === next?.group),
  );
  const found = may.find(
    (reported) =>
      reported.type === type &&
      reported.sequence === sequence &&
      reported.object === object.id &&
      reported.version === object.version &&
      reported.patient === object.patient_id,
  );
  assert.ok(
    found,
    `the feed continues with ${type} ${sequence} of ${object.id}, the model with ${JSON.stringify(next ?? null)}`,
  );
  return found;
}

interface Page {
  data: Shown[];
  next_cursor: string;
  has_more: boolean;
}

const read = (world: World, as: Who, limit: number, after: string | null): Promise<Reply> => {
  const cursor = after ? `&cursor=${encodeURIComponent(after)}` : '';
  return world.rest(as, 'GET', `/v1/events?sort=position&limit=${limit}${cursor}`);
};

/** @returns whether there was more */
export async function doFeed(model: Model, world: World, { as, limit }: FeedStep): Promise<boolean> {
  const org = model.orgs[as];
  return settlePage(org, await read(world, as, limit, org.feedCursor), limit);
}

const MOST = 100;

/** Continues reading during other steps. @returns the received pages */
export async function walkWhile(
  model: Model,
  world: World,
  as: Who,
  work: Promise<unknown>,
): Promise<Reply[]> {
  let working = true;
  const ended = () => void (working = false);
  void work.then(ended, ended);
  const pages: Reply[] = [];
  for (let cursor = model.orgs[as].feedCursor; working;) {
    const reply = await read(world, as, MOST, cursor);
    pages.push(reply);
    cursor = (reply.json as Page).next_cursor;
  }
  return pages;
}

export function settlePage(org: Org, reply: Reply, limit = MOST): boolean {
  const { data, next_cursor, has_more } = reply.json as Page;
  const patients: string[] = [];
  for (const event of data) {
    assert.equal(wrongInEvent(event), null, `${event.type} is not what is published`);
    const reported = comes(org, event);
    reported.seen = true;
    if (reported.patient) patients.push(reported.patient);
  }
  settle(org, reply, { action: 'list_events', verdict: [], patients });
  assert.ok(data.length <= limit, 'the feed shows more than was asked for');
  assert.ok(!has_more || data.length === limit, 'the feed shows less than there is');
  if (data.length === 0 && org.feedCursor) assert.equal(next_cursor, org.feedCursor);
  org.feedCursor = next_cursor;
  return has_more;
}

/** Reads to the end, once nothing delays the horizon. */
export async function readFeedToItsEnd(model: Model, world: World, as: Who): Promise<void> {
  const deadline = Date.now() + 60_000;
  const held = `select 1 from events where org_id = $1 and txid >= pg_snapshot_xmin(pg_current_snapshot()) limit 1`;
  while ((await world.look.query(held, [world.orgId(as)])).rowCount !== 0)
    if (Date.now() > deadline) throw new Error('The feed is held up by a transaction that does not end.');
  while (await doFeed(model, world, { do: 'readFeed', as, limit: 100 }));
  const unseen = model.orgs[as].reported.filter(({ seen }) => !seen);
  assert.equal(unseen.length, 0, `the feed ends before ${JSON.stringify(unseen[0])}`);
}

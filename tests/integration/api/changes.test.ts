import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { endSession, sessionOfSecret } from '../../../server/auth/portal-session';
import { changeFeed } from '../../../server/domain/changes/change-feed';
import { NO_CHANGES } from '../../../server/domain/changes/outbox';
import type { Changes } from '../../../server/domain/changes/contract';
import { setChartRestriction } from '../../../server/domain/patients/set-chart-restriction';
import { openRestrictedChart } from '../../../server/domain/restricted-charts/open-restricted-chart';
import { assignLabResult } from '../../../server/domain/reviews/assign-lab-result';
import { escalateCriticalResults } from '../../../server/domain/reviews/escalate-critical-result';
import { createDocumentInput } from '../../../server/domain/documents/contract';
import { createDocument } from '../../../server/domain/documents/create-document';
import { signLabResult } from '../../../server/domain/reviews/sign-lab-result';
import { registry } from '../../../server/http/metrics';
import type { Role } from '../../../server/data-types/role-codes';
import type { Context } from '../../../server/shared/context';
import { newId, showId } from '../../../server/shared/ids';
import { asSuperuser, auditRows, personContext, realKey, type TestOrg } from '../../support/database';
import { openStream, type EventStream } from '../../support/event-stream';
import { subscriptions } from '../../support/portal-procedures';
import { startServer, type TestServer } from '../../support/server';
import { signInAs } from '../../support/session';
import { again, CRITICAL, NORMAL, openClinic, orderBy, report, type Clinic } from '../domain/reviews-support';
import { mayDo, ROLES, SUBSCRIPTIONS } from '../matrix/policy';
import { nightly } from '../../support/test-size';

/**
 * The stream of changes that open pages keep, over HTTP. How soon a change arrives is measured by the audit
 * `changes`.
 */

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const open: EventStream[] = [];
afterEach(async () => {
  for (const stream of open.splice(0)) stream.close();
  await expect.poll(() => changeFeed.size).toBe(0);
});

const SAME_ORIGIN = { 'Sec-Fetch-Site': 'same-origin' };
const addressOf = (input: object = {}, organization?: string) =>
  `${server.url}/api/trpc/changes.watchChanges?input=${encodeURIComponent(JSON.stringify(input))}${
    organization ? `&organization=${organization}` : ''
  }`;

interface Watching extends EventStream {
  messages(): Changes[];
  lastId(): string;
  requestId: string;
}

async function watch(headers: Record<string, string>, input?: object, org?: string): Promise<Watching> {
  const stream = await openStream(addressOf(input, org), { ...SAME_ORIGIN, ...headers });
  open.push(stream);
  const sent = () => stream.events.filter(({ event }) => event === 'message');
  if (stream.status === 200) await expect.poll(() => sent().length).toBeGreaterThan(0);
  return Object.assign(stream, {
    messages: () => sent().map(({ data }) => JSON.parse(data) as Changes),
    lastId: () => sent().at(-1)!.id!,
    requestId: stream.headers.get('x-request-id')!,
  });
}

const personIn = async (org: TestOrg, role: Role = 'clinician') => {
  const person = await personContext(org, role);
  return { person, ...(await signInAs(person)) };
};

const openChart = (by: Context, id: string) =>
  openRestrictedChart(again(by), { id, reason: 'administration', note: 'Test.' });

const criticalIn = (stream: Watching): string[] => stream.messages().flatMap(({ critical }) => critical);

async function clinicWatched(): Promise<{ clinic: Clinic; stream: Watching; cookie: string; sid: string }> {
  const clinic = await openClinic();
  const { cookie, sid } = await personIn(clinic.org);
  return { clinic, cookie, sid, stream: await watch({ Cookie: cookie }) };
}

/** An event in a transaction that stays open until `commit`. */
async function eventInOpenTransaction(org: TestOrg, resultId: string) {
  const client = new pg.Client({ connectionString: process.env.TEST_ADMIN_URL });
  await client.connect();
  await client.query('BEGIN');
  await client.query(
    `INSERT INTO events (org_id, id, type, object_kind, object_id, sequence, body, created_at)
     VALUES ($1, $2, 'lab_result.critical', 'lab_result', $3, 1, '{}', now())`,
    [org.orgId, newId(), resultId],
  );
  return {
    async commit() {
      await client.query('COMMIT');
      await client.end();
    },
  };
}

describe('the stream of changes', () => {
  it('reports a critical result, with its ID and the end of its patient’s', async () => {
    const { clinic, stream } = await clinicWatched();
    expect(stream.messages()).toEqual([NO_CHANGES]);
    const { id } = await report(clinic, CRITICAL);
    await expect.poll(() => stream.messages().length).toBe(2);
    const charts = [clinic.patient.slice(-2)];
    expect(stream.messages()[1]).toEqual({
      ...NO_CHANGES,
      inbox: true,
      critical: [id],
      results: [id],
      charts,
    });
  });

  it('reports results, sign-offs, escalations, orders and documents, in the order of their commits', async () => {
    const { clinic, stream } = await clinicWatched();
    const messageAfter = async <T>(operation: () => Promise<T>) => {
      const seen = stream.messages().length;
      const output = await operation();
      await expect.poll(() => stream.messages().length).toBeGreaterThan(seen);
      return { output, message: stream.messages().at(-1) };
    };
    const charts = [clinic.patient.slice(-2)];
    const normal = await messageAfter(() => report(clinic, NORMAL));
    expect(normal.message).toEqual({ ...NO_CHANGES, inbox: true, results: [normal.output.id], charts });
    const critical = await messageAfter(() => report(clinic, CRITICAL));
    const { id } = critical.output;
    expect(critical.message).toEqual({ ...NO_CHANGES, inbox: true, critical: [id], results: [id], charts });
    const escalated = await messageAfter(() => escalateCriticalResults(new Date(Date.now() + 31 * 60_000)));
    expect(escalated.message).toEqual({ ...NO_CHANGES, inbox: true, critical: [id], results: [id] });
    const assigned = await messageAfter(() =>
      assignLabResult(again(clinic.doctor), { id, to_id: showId('user', clinic.colleague.actor.id!) }),
    );
    expect(assigned.message).toEqual({ ...NO_CHANGES, inbox: true, critical: [id], results: [id] });
    const signed = await messageAfter(() =>
      signLabResult(again(clinic.doctor), { id, version: 1, note: 'Called' }),
    );
    expect(signed.message).toEqual({ ...NO_CHANGES, inbox: true, results: [id] });
    const restricted = await messageAfter(() =>
      setChartRestriction(again(clinic.admin), { id: clinic.patient, restriction: 'vip' }),
    );
    expect(restricted.message).toEqual({ ...NO_CHANGES, inbox: true, restricted: charts });
    await openChart(clinic.admin, clinic.patient);
    const lifted = await messageAfter(() =>
      setChartRestriction(again(clinic.admin), { id: clinic.patient, restriction: null }),
    );
    expect(lifted.message).toEqual({ ...NO_CHANGES, inbox: true, restricted: charts });
    const document = await messageAfter(() =>
      createDocument(
        again(clinic.admin),
        createDocumentInput.parse({
          patient_id: clinic.patient,
          title: 'Note',
          content: { data: Buffer.from('A note').toString('base64'), file_name: 'note.txt' },
        }),
      ),
    );
    expect(document.message).toEqual({
      ...NO_CHANGES,
      documents: [document.output.id],
      document_charts: charts,
    });
    const order = await messageAfter(() => orderBy(clinic, clinic.doctor));
    expect(order.message).toEqual({ ...NO_CHANGES, orders: [order.output], order_charts: charts });
  });

  it('shows a viewer reports and restrictions, and neither the inbox nor a chart without access', async () => {
    const clinic = await openClinic();
    const { cookie, person } = await personIn(clinic.org, 'viewer');
    const stream = await watch({ Cookie: cookie });
    const start = stream.lastId();
    const received = () =>
      stream.messages().filter((one) => JSON.stringify(one) !== JSON.stringify(NO_CHANGES));
    const charts = [clinic.patient.slice(-2)];
    const { id } = await report(clinic, CRITICAL);
    await expect.poll(received).toEqual([{ ...NO_CHANGES, results: [id], charts }]);
    await setChartRestriction(again(clinic.admin), { id: clinic.patient, restriction: 'vip' });
    await expect.poll(() => received().at(-1)).toEqual({ ...NO_CHANGES, restricted: charts });
    const colleague = await watch({ Cookie: (await personIn(clinic.org)).cookie });
    const other = await watch({ Cookie: (await personIn(clinic.org, 'viewer')).cookie });
    const hidden = await report(clinic, CRITICAL);
    await expect.poll(() => criticalIn(colleague)).toEqual([hidden.id]);
    expect(colleague.messages().flatMap(({ results, charts }) => [...results, ...charts])).toEqual([]);
    const seen = received().length;
    await openChart(person, clinic.patient);
    const next = await report(clinic, NORMAL);
    await expect.poll(received).toHaveLength(seen + 1);
    expect(received().at(-1)).toEqual({ ...NO_CHANGES, results: [next.id], charts });
    // What was missed is limited in the same way, by the access at that time.
    await asSuperuser('UPDATE chart_accesses SET expires_at = now() WHERE user_id = $1', [person.actor.id]);
    const resumed = await watch({ Cookie: cookie }, { lastEventId: start });
    expect(resumed.messages()[0]).toEqual({ ...NO_CHANGES, restricted: charts });
    await openChart(clinic.admin, clinic.patient);
    await setChartRestriction(again(clinic.admin), { id: clinic.patient, restriction: null });
    await expect.poll(() => other.messages().at(-1)).toEqual({ ...NO_CHANGES, restricted: charts });
    expect(other.messages().flatMap(({ results }) => results)).toEqual([]);
  });

  it('neither misses a transaction that commits late nor waits for it', async () => {
    const { clinic, stream } = await clinicWatched();
    const late = newId();
    const holder = await eventInOpenTransaction(clinic.org, late);
    const first = await report(clinic, CRITICAL);
    await expect.poll(() => criticalIn(stream)).toEqual([first.id]);
    // Several polls, in which the position cannot pass the open transaction and nothing is repeated.
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(criticalIn(stream)).toEqual([first.id]);
    await holder.commit();
    await expect.poll(() => criticalIn(stream)).toEqual([first.id, showId('lab_result', late)]);
  });

  it('shows nothing of another organization', async () => {
    const { stream, clinic } = await clinicWatched();
    const viewer = await watch({ Cookie: (await personIn(clinic.org, 'viewer')).cookie });
    const other = await clinicWatched();
    const { id } = await report(other.clinic, CRITICAL);
    await expect.poll(() => criticalIn(other.stream)).toEqual([id]);
    for (const one of [stream, viewer]) expect(one.messages()).toEqual([NO_CHANGES]);
  });

  it('resumes after the last message with what was missed', async () => {
    const { clinic, stream, cookie } = await clinicWatched();
    const { id: before } = await report(clinic, CRITICAL);
    await expect.poll(() => criticalIn(stream)).toEqual([before]);
    const lastEventId = stream.lastId();
    stream.close();
    await expect.poll(() => changeFeed.size).toBe(0);
    const { id: missed } = await report(clinic, CRITICAL);
    const resumed = await watch({ Cookie: cookie }, { lastEventId });
    expect(resumed.messages()[0]).toMatchObject({ everything: false, inbox: true });
    expect(criticalIn(resumed)).toContain(missed);
    // EventSource sends the position as a header.
    const byHeader = await watch({ Cookie: cookie, 'Last-Event-ID': lastEventId });
    expect(criticalIn(byHeader)).toContain(missed);
    expect(criticalIn(await watch({ Cookie: cookie }))).toEqual([]);
  });

  it.each([
    ['of an unknown form', 'yesterday'],
    ['of another database', String(2n ** 62n)],
  ])('asks to read everything after a position %s', async (_name, lastEventId) => {
    const { cookie } = await clinicWatched();
    const stream = await watch({ Cookie: cookie }, { lastEventId });
    expect(stream.messages()[0]).toEqual({ ...NO_CHANGES, everything: true });
  });

  it('asks to read everything when too much was missed', async () => {
    const { clinic, stream, cookie } = await clinicWatched();
    const lastEventId = stream.lastId();
    await asSuperuser(
      `INSERT INTO events (org_id, id, type, object_kind, object_id, sequence, body, created_at)
       SELECT $1, gen_random_uuid(), 'lab_order.created', 'lab_order', gen_random_uuid(), 1, '{}', now()
       FROM generate_series(1, 600)`,
      [clinic.org.orgId],
    );
    await expect.poll(() => stream.messages().at(-1)).toEqual({ ...NO_CHANGES, everything: true });
    const resumed = await watch({ Cookie: cookie }, { lastEventId });
    expect(resumed.messages()[0]).toEqual({ ...NO_CHANGES, everything: true });
  });
});

describe('access to the stream of changes', () => {
  it('has a policy row for each subscription', () => {
    expect(Object.keys(subscriptions)).toEqual(Object.keys(SUBSCRIPTIONS));
  });

  it('is decided by role and audited once for each connection', async () => {
    const { org } = await openClinic();
    for (const role of ROLES) {
      const allowed = mayDo(role, SUBSCRIPTIONS['changes.watchChanges']!);
      const { cookie, person } = await personIn(org, role);
      const stream = await watch({ Cookie: cookie });
      expect([role, stream.status]).toEqual([role, allowed ? 200 : 403]);
      if (!allowed) await stream.ended;
      expect(stream.messages()).toEqual(allowed ? [NO_CHANGES] : []);
      const rows = await auditRows(stream.requestId);
      expect(rows).toMatchObject([
        {
          action: 'watch_changes',
          kind: 'read',
          outcome: allowed ? 'allowed' : 'refused',
          actor: showId('user', person.actor.id!),
        },
      ]);
    }
  });

  it('needs a session, a page of this service and its organization', async () => {
    const clinic = await openClinic();
    const { cookie } = await personIn(clinic.org);
    const key = await realKey(clinic.org);
    const status = async (headers: Record<string, string>, organization?: string) => {
      const stream = await openStream(addressOf({}, organization), { ...SAME_ORIGIN, ...headers });
      open.push(stream);
      return stream.status;
    };
    expect(await status({})).toBe(401);
    expect(await status({ Authorization: `Bearer ${key}` })).toBe(401);
    expect(await status({ Cookie: cookie, 'Sec-Fetch-Site': 'cross-site' })).toBe(403);
    expect(await status({ Cookie: cookie }, showId('organization', newId()))).toBe(409);
    expect(await status({ Cookie: cookie }, showId('organization', clinic.org.orgId))).toBe(200);
    const posted = await fetch(addressOf(), {
      method: 'POST',
      body: '{}',
      headers: { ...SAME_ORIGIN, Cookie: cookie, 'Content-Type': 'application/json' },
    });
    expect(posted.status).toBe(405);
    const altered = await status({ Cookie: cookie, 'Last-Event-ID': 'x'.repeat(50) });
    expect(altered).toBe(422);
  });

  it('does not extend the session and is not a slow request', async () => {
    const clinic = await openClinic();
    const { cookie, sid } = await personIn(clinic.org);
    await asSuperuser(
      "UPDATE auth_sessions SET last_seen_at = last_seen_at - interval '5 minutes' WHERE secret_hash = sha256($1::bytea)",
      [Buffer.from(sid)],
    );
    const ends = async () => (await sessionOfSecret(sid, { active: false }))!.idleEndsAt.getTime();
    const before = await ends();
    const measured = async () =>
      (await registry.getSingleMetricAsString('clinical_http_request_seconds')).length;
    const figures = await measured();
    const stream = await watch({ Cookie: cookie });
    expect(stream.headers.get('cache-control')).toBe('private, no-store, no-transform');
    stream.close();
    await expect.poll(() => changeFeed.size).toBe(0);
    expect(await ends()).toBe(before);
    expect(await measured()).toBe(figures);
  });
});

describe('the end of a stream', () => {
  const endOf = async (stream: Watching) => {
    await expect.poll(() => stream.events.at(-1)?.event).not.toBe('message');
    await stream.ended;
    return { last: stream.events.at(-1)! };
  };
  const codeOf = ({ data }: { data: string }) =>
    (JSON.parse(data) as { data: { problem: { code: string } } }).data.problem.code;

  it('follows the sign-out, and nothing is sent afterwards', async () => {
    const { clinic, stream, sid } = await clinicWatched();
    await endSession(sid, 'signed_out');
    const { last } = await endOf(stream);
    expect([last.event, codeOf(last)]).toEqual(['serialized-error', 'missing_credentials']);
    await report(clinic, CRITICAL);
    expect(criticalIn(stream)).toEqual([]);
  });

  it.each([
    [
      'the idle limit',
      "UPDATE auth_sessions SET last_seen_at = now() - interval '16 minutes' WHERE user_id = $1",
    ],
    [
      'the absolute limit',
      "UPDATE auth_sessions SET expires_at = now() - interval '1 second' WHERE user_id = $1",
    ],
    ['the end of the membership', 'UPDATE memberships SET ended_at = now() WHERE user_id = $1'],
    ['a disabled account', 'UPDATE users SET disabled_at = now() WHERE id = $1'],
  ])('follows %s', nightly, async (_name, change) => {
    const { org } = await openClinic();
    const { cookie, person } = await personIn(org);
    const stream = await watch({ Cookie: cookie });
    await asSuperuser(change, [person.actor.id]);
    const { last } = await endOf(stream);
    expect([last.event, codeOf(last)]).toEqual(['serialized-error', 'missing_credentials']);
    expect((await openStream(addressOf(), { ...SAME_ORIGIN, Cookie: cookie })).status).toBe(401);
  });

  it('follows a change of role, after which the page connects with the new one', nightly, async () => {
    const { org, patient } = await openClinic();
    const { cookie, person } = await personIn(org);
    const stream = await watch({ Cookie: cookie });
    await asSuperuser("UPDATE memberships SET role = 'viewer' WHERE user_id = $1", [person.actor.id]);
    expect((await endOf(stream)).last.event).toBe('return');
    const viewer = await watch({ Cookie: cookie });
    const { id } = await report({ org, patient }, CRITICAL);
    await expect.poll(() => viewer.messages().flatMap(({ results }) => results)).toEqual([id]);
    expect(criticalIn(viewer)).toEqual([]);
  });

  it('leaves the sessions of others open', nightly, async () => {
    const { clinic, stream } = await clinicWatched();
    const other = await personIn(clinic.org);
    const ended = await watch({ Cookie: other.cookie });
    await endSession(other.sid, 'signed_out');
    await endOf(ended);
    const { id } = await report(clinic, CRITICAL);
    await expect.poll(() => criticalIn(stream)).toEqual([id]);
  });

  it('comes with the shutdown of the process, which does not wait for open pages', async () => {
    const { stream, cookie } = await clinicWatched();
    await changeFeed.stop();
    expect((await endOf(stream)).last.event).toBe('return');
    const later = await openStream(addressOf(), { ...SAME_ORIGIN, Cookie: cookie });
    expect([later.status, later.headers.get('retry-after')]).toEqual([503, '2']);
  });
});

import { describe, expect, it } from 'vitest';
import { actionOf } from '../../../server/api/trpc';
import { endSession, sessionOfSecret } from '../../../server/auth/portal-session';
import { createApiKey } from '../../../server/domain/api-keys/create-api-key';
import { createIngestKey } from '../../../server/domain/lab-connections/create-ingest-key';
import { createLabConnection } from '../../../server/domain/lab-connections/create-lab-connection';
import { fileInboundDocument } from '../../../server/domain/inbound-documents/file-inbound-document';
import { dismissInboundDocument } from '../../../server/domain/inbound-documents/dismiss-inbound-document';
import { parkReport } from '../../../server/domain/inbound-reports/park-report';
import { applyPatientUpdate } from '../../../server/domain/patient-updates/apply-patient-update';
import { dismissPatientUpdate } from '../../../server/domain/patient-updates/dismiss-patient-update';
import { createOrderSet } from '../../../server/domain/order-sets/create-order-set';
import { createLabOrder } from '../../../server/domain/lab-orders/create-lab-order';
import { createLabOrderInput } from '../../../server/domain/lab-orders/contract';
import { createOauthApp } from '../../../server/domain/oauth-apps/create-oauth-app';
import { createDocument } from '../../../server/domain/documents/create-document';
import { createDocumentInput } from '../../../server/domain/documents/contract';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { deletePatient } from '../../../server/domain/patients/delete-patient';
import { createWebhook } from '../../../server/domain/webhooks/create-webhook';
import { newId, readId, showId } from '../../../server/shared/ids';
import { endMembership } from '../../../server/domain/people/end-membership';
import { invitePerson } from '../../../server/domain/people/invite-person';
import { createWebhookInput } from '../../../server/domain/webhooks/contract';
import { asSuperuser, personContext, type TestOrg } from '../../support/database';
import { laboratory, oru, sendWhole } from '../../support/laboratory';
import { runConcurrently, type Answer } from './client';
import { insertKeys } from './credentials';
import { mayDo, PROCEDURES, ROLES, SCOPES, SPECIAL, type Role } from './policy';
import { heldFile, NEW_LAB, NO_UPLOAD, ownCases, portalCases, type PortalCase } from './portal-inputs';
import {
  absenceOf,
  catalogImportOf,
  foreignMarks,
  freshPatient,
  HOOK,
  makeFixture,
  NEW_APP,
  viewOfLive,
  viewOfSandbox,
  type View,
} from './fixture';
import { CLEAN } from './shape-bodies';
import { useSetup } from './setup';
import { orderFolder, orderWithReport } from '../../support/furnish';
import { sendHeldDocument, sendHeldUpdate, sendUnmatchedReport } from '../../support/intake';
import { allProcedures, portalProcedures as procedures } from '../../support/portal-procedures';
import { isFull } from '../../support/test-size';
import { signInAs, type SignedInPerson } from '../../support/session';

/**
 * every procedure of the live router, over HTTP with real cookies, for every role and relation. It uses the
 * same table as the pages and `/v1`; a procedure without a row or without a case fails.
 */

const setup = useSetup(makeFixture);

function call(procedure: string, input: object, headers: Record<string, string>): Promise<Answer> {
  const text = JSON.stringify(input);
  return allProcedures[procedure]!._def.type === 'query'
    ? setup.client.send({
        method: 'GET',
        path: `/api/trpc/${procedure}?input=${encodeURIComponent(text)}`,
        headers,
      })
    : setup.client.send({
        method: 'POST',
        path: `/api/trpc/${procedure}`,
        headers: { 'Content-Type': 'application/json', ...headers },
        body: text,
      });
}

const ofOurPage = { 'Sec-Fetch-Site': 'same-origin' };
const asPerson = ({ cookie }: SignedInPerson) => ({ ...ofOurPage, Cookie: cookie });

interface TrpcAnswer {
  error?: { data: { problem: { code: string } } };
  result?: { data: { data?: unknown[] } | null };
}

const newMember = async (org: TestOrg) => showId('user', (await personContext(org, 'viewer')).actor.id!);

/** Users per role: the requests that one user may send in a minute are too few for all procedures. */
const PEOPLE = 3;

type Account = Awaited<ReturnType<typeof personContext>>;

async function spareKey({ own }: View): Promise<string> {
  return (await createApiKey(own.admin, { name: 'spent', scopes: ['labs:read'] })).id;
}

const unmatchedReport = async ({ own }: View) =>
  (await sendUnmatchedReport(own.org, `SPENT-${newId()}`)).reportId;

const spareCode = async ({ own }: View) => (await sendUnmatchedReport(own.org, `SPENT-${newId()}`)).codeId;

const heldUpdate = async ({ own }: View) => sendHeldUpdate(own.org, own.things.patient, `SPENT-${newId()}`);

const heldDocument = async ({ own }: View) => sendHeldDocument(own.org, `SPENT-${newId()}`);

const spareDocument = async ({ own }: View): Promise<string> => {
  const content = { data: Buffer.from(newId()).toString('base64'), file_name: 'spent.txt' };
  return (
    await createDocument(
      own.admin,
      createDocumentInput.parse({ patient_id: own.things.patient, title: 'Spent', content }),
    )
  ).id;
};

const spareOrder = async ({ own }: View): Promise<string> =>
  (await createLabOrder(own.admin, createLabOrderInput.parse(CLEAN.createLabOrder!(own)))).id;

/** Creates the records that the calls use up. */
const spare: Record<string, (view: View, account: Account) => Promise<string>> = {
  'sessions.endSession': async (_view, account) => {
    const session = await sessionOfSecret((await signInAs(account)).sid);
    return showId('session', session!.sessionId);
  },
  'patients.deletePatient': async ({ own }) => (await createPatient(own.admin, freshPatient('Spent'))).id,
  'patients.restorePatient': async ({ own }) => {
    const { id } = await createPatient(own.admin, freshPatient('Spent'));
    await deletePatient(own.admin, { id });
    return id;
  },
  'webhooks.deleteWebhook': async ({ own }) =>
    (await createWebhook(own.admin, createWebhookInput.parse({ url: HOOK }))).id,
  'oauthApps.deleteOauthApp': async ({ own }) => (await createOauthApp(own.admin, NEW_APP)).id,
  'labConnections.deleteLabConnection': async ({ own }) => (await createLabConnection(own.admin, NEW_LAB)).id,
  'labConnections.revokeIngestKey': async ({ own }) =>
    (await createIngestKey(own.admin, { connection_id: own.things.labConnection })).id,
  'apiKeys.revokeApiKey': spareKey,
  'apiKeys.rotateApiKey': spareKey,
  'people.correctPersonName': ({ own }) => newMember(own.org),
  'people.changeRole': ({ own }) => newMember(own.org),
  'people.endMembership': ({ own }) => newMember(own.org),
  'people.createPasswordReset': ({ own }) => newMember(own.org),
  'people.restoreMembership': async ({ own }) => {
    const id = await newMember(own.org);
    await endMembership(own.admin, { id });
    return id;
  },
  'people.revokeInvitation': async ({ own }) =>
    (await invitePerson(own.admin, { name: 'Spent', email: `${newId()}@example.org`, role: 'viewer' })).id,
  'people.endDelegation': ({ own }, actor) => absenceOf(actor, own.org),
  'catalog.undoCatalogImport': ({ own }) => catalogImportOf(own.admin),
  'orderSets.deleteOrderSet': async ({ own }) =>
    (await createOrderSet(own.admin, { name: newId(), test_ids: [own.ids.test] })).id,
  'labOrders.cancelLabOrder': spareOrder,
  'labOrders.collectLabOrder': spareOrder,
  'labOrders.undoLabOrderCollection': spareOrder,
  'labOrders.sendLabOrder': spareOrder,
  'labOrders.sendLabOrderAgain': spareOrder,
  'labOrders.rejectLabOrder': spareOrder,
  'labOrders.recordCancellationAnswer': spareOrder,
  'documents.signOffDocument': spareDocument,
  'orderDestinations.deleteOrderDestination': async ({ own }) => {
    const { id } = await createLabConnection(own.admin, NEW_LAB);
    await orderFolder(own.org, id);
    return id;
  },
  'documents.markDocumentInError': spareDocument,
  'documents.moveDocument': spareDocument,
  'inboundMessages.setMessageAside': async ({ own }) =>
    showId('inbound_message', (await sendWhole(await laboratory(own.admin), oru())).stored.id),
  'inboundReports.matchReport': unmatchedReport,
  'inboundReports.parkReport': unmatchedReport,
  'inboundReports.rejectReport': unmatchedReport,
  'inboundReports.returnReport': async (view) => {
    const id = await unmatchedReport(view);
    await parkReport(view.own.admin, { id });
    return id;
  },
  'inboundReports.markLabCode': spareCode,
  'inboundDocuments.fileInboundDocument': heldDocument,
  'inboundDocuments.dismissInboundDocument': heldDocument,
  'inboundDocuments.returnInboundDocument': async (view) => {
    const id = await heldDocument(view);
    await dismissInboundDocument(view.own.admin, { id, reason: 'Not ours.' });
    return id;
  },
  'inboundDocuments.undoInboundDocument': async (view) => {
    const id = await heldDocument(view);
    const { admin } = view.own;
    const chart = await createPatient(admin, freshPatient('Spent'));
    await fileInboundDocument(admin, { id, patient_id: chart.id, reason: 'It is theirs.' });
    return id;
  },
  'patientUpdates.applyPatientUpdate': heldUpdate,
  'patientUpdates.createFromPatientUpdate': heldUpdate,
  'patientUpdates.dismissPatientUpdate': heldUpdate,
  'patientUpdates.returnPatientUpdate': async (view) => {
    const id = await heldUpdate(view);
    await dismissPatientUpdate(view.own.admin, { id, reason: 'Not ours.' });
    return id;
  },
  'patientUpdates.undoPatientUpdate': async (view) => {
    const id = await heldUpdate(view);
    const { admin } = view.own;
    const chart = await createPatient(admin, freshPatient('Spent'));
    await applyPatientUpdate(admin, { id, patient_id: chart.id, reason: 'It is theirs.' });
    return id;
  },
  'inboundReports.rematchLabResult': async ({ own }) => {
    const { result } = await orderWithReport(own, own.ids.patient, `SPENT-${newId()}`);
    return result.id;
  },
  'reviews.signLabResult': async ({ own }) =>
    (await orderWithReport(own, own.ids.patient, `S-${newId()}`)).result.id,
};

/** Relations of a foreign record that are the same to the operation: none of them is in the caller's organization. */
const FOREIGN = ['otherMode', 'otherOrgOtherMode', 'never existed', 'wrong prefix', 'deleted'];

/**
 * Of each procedure, the suite sends
 * - as the lowest role that may use it: the own record, one of another organization and one of `FOREIGN` in turn; in the
 *   sandbox the own record of a sixth of the procedures;
 * - as the next lower role and one of the special ones in turn, which are denied before anything is read: the own record;
 * - as the others, which have the same access as the lowest role: the own record of a twelfth of the procedures.
 * In the nightly run every role requests everything.
 */
function asks(
  { role, view }: { role: Role; view: View },
  procedure: string,
  at: number,
  { name, answer }: PortalCase,
): boolean {
  const policy = PROCEDURES[procedure]!;
  const isOwn = name === 'own' || name === 'clean';
  if (view.own !== setup.fixture.live) return role === policy.role && name === 'own' && at % 6 === 0;
  if (role === policy.role) {
    const relation = FOREIGN.indexOf(name.replace(/^of /, ''));
    return relation < 0 || relation === at % FOREIGN.length;
  }
  if (mayDo(role, policy)) return (typeof answer === 'string' || isOwn) && at % 12 === 0;
  const isSpecial = SPECIAL.findIndex((special) => special === role);
  return isOwn && (isSpecial < 0 ? isNextLower(role, policy.role) : at % SPECIAL.length === isSpecial);
}

const isNextLower = (role: Role, least: Role): boolean => ROLES.indexOf(role) === ROLES.indexOf(least) - 1;

/** The answer of a procedure that works only in live organizations, or only in sandboxes, in the others. */
function elsewhere(procedure: string, { own }: View): PortalCase['answer'] | null {
  const { only } = PROCEDURES[procedure]!;
  if (only === 'sandbox' && !own.isSandbox) return { status: 403, code: 'forbidden' };
  return only === 'live' && own.isSandbox ? { status: 409, code: 'invalid_state' } : null;
}

function findProblem(
  expected: PortalCase['answer'] | 'role',
  answer: Answer,
  marks: string[],
): string | null {
  const { error, result } = JSON.parse(answer.text) as TrpcAnswer;
  const code = error?.data.problem.code ?? null;
  const leaked = marks.find((mark) => answer.text.includes(mark));
  if (leaked) return `the answer holds ${leaked}`;
  if (expected === 'role')
    return answer.status === 403 && (code === 'insufficient_scope' || code === 'forbidden')
      ? null
      : `${answer.status} ${code} instead of 403`;
  if (typeof expected === 'object')
    return answer.status === expected.status && code === expected.code
      ? null
      : `${answer.status} ${code} instead of ${expected.status} ${expected.code}`;
  if (answer.status !== 200 || code) return `${answer.status} ${code} instead of 200`;
  if (expected === 'any') return null;
  const rows = result?.data?.data;
  if (expected === 'empty') return rows?.length === 0 ? null : 'an answer that is not empty';
  return rows?.length === 0 ? 'an empty answer' : null;
}

describe('portal procedures by role and relation', () => {
  it('each have a policy row and cases', () => {
    const known = Object.keys(procedures).sort();
    expect(known).toEqual(Object.keys(PROCEDURES).sort());
    expect(known.filter((procedure) => portalCases(procedure).length === 0)).toEqual([]);
  });

  it('exclude operations that pages have other procedures for', async () => {
    const view = viewOfLive(setup.fixture);
    const hidden = Object.keys(allProcedures).filter((procedure) => !(procedure in procedures));
    const inputs: Record<string, object> = {
      'patients.createPatient': {
        ...CLEAN.createPatient!(view.own),
        name: { family: 'Unoffered', given: ['Una'] },
      },
      'patients.createPatientBatch': {
        patients: [{ ...CLEAN.createPatient!(view.own), name: { family: 'Unoffered', given: ['Una'] } }],
      },
      'patients.searchPatients': {},
      'patients.listPatients': {},
      'labResults.listLabResults': {},
      'exports.listExports': {},
      'exports.createExport': { resources: ['patients'] },
      'exports.getExport': { id: view.own.things.export },
      'exports.cancelExport': { id: view.own.things.export },
      'auditLog.listAuditEvents': {},
      'credentials.getMe': {},
      'documents.createDocument': { ...CLEAN.createDocument!(view.own), title: 'Unoffered' },
    };
    expect(hidden.sort()).toEqual(Object.keys(inputs).sort());
    for (const role of isFull ? ROLES : (['admin'] as const)) {
      const person = await signInAs(await personContext(view.own.org, role));
      for (const [procedure, input] of Object.entries(inputs)) {
        const answer = await call(procedure, input, asPerson(person));
        const { error } = JSON.parse(answer.text) as TrpcAnswer;
        expect([answer.status, error?.data.problem.code]).toEqual([404, 'not_found']);
      }
    }
    expect(await asSuperuser("SELECT 1 FROM documents WHERE title = 'Unoffered'")).toEqual([]);
    expect(await asSuperuser("SELECT 1 FROM patients WHERE name->>'family' = 'Unoffered'")).toEqual([]);
  });

  it('allow each role what the policy states, in its own organization only, audited once', async () => {
    const actors: { role: Role; view: View; people: { account: Account; person: SignedInPerson }[] }[] = [];
    for (const view of [viewOfLive(setup.fixture), viewOfSandbox(setup.fixture)]) {
      for (const role of ROLES) {
        const people = [];
        for (let n = 0; n < PEOPLE; n++) {
          const account = await personContext(view.own.org, role);
          people.push({ account, person: await signInAs(account) });
        }
        actors.push({ role, view, people });
      }
    }
    const cases = actors.flatMap(({ people, ...actor }) =>
      Object.keys(procedures).flatMap((procedure, at) =>
        portalCases(procedure)
          .filter((one) => isFull || asks(actor, procedure, at, one))
          .map((one) => ({ ...actor, ...people[at % PEOPLE]!, procedure, one })),
      ),
    );
    const wrong: string[] = [];
    const alike = new Map<string, Set<string>>();
    const audited = new Map<string, string>();
    const shown = new Map<string, string[]>();
    await runConcurrently(8, cases, async ({ role, view, account, person, procedure, one }) => {
      const allowed = mayDo(role, PROCEDURES[procedure]!);
      const kind = PROCEDURES[procedure]!.id;
      // A caller without permission gets an existing record, so that a missing check would be detected.
      const spend = () =>
        allowed ? spare[procedure]!(view, account) : Promise.resolve(view.own.things[kind!]);
      const input = await one.input(view, spend);
      let answer = await call(procedure, input, asPerson(person));
      // Two requests may have blocked each other: nothing was written, and the response says to try again.
      if (answer.status === 503) answer = await call(procedure, input, asPerson(person));
      const expected = allowed ? (elsewhere(procedure, view) ?? one.answer) : 'role';
      const problem = findProblem(expected, answer, foreignMarks(view));
      if (problem)
        wrong.push(
          `${role} of ${view.own.name}: ${procedure}, ${one.name}: ${problem}, ${answer.text.slice(0, 300)}`,
        );
      if (expected === 'role') collect(alike, `${procedure} rejected ${role}`, answer.print);
      else if (typeof expected === 'object') collect(alike, `${procedure} ${expected.code}`, answer.print);
      const outcome = expected === 'role' || typeof expected === 'object' ? 'refused' : 'allowed';
      audited.set(answer.requestId, `${view.own.org.orgId} ${actionOf(procedure)} ${outcome}`);
      if (outcome === 'allowed') shown.set(answer.requestId, answer.text.match(/pat_[0-9a-z]{26}/g) ?? []);
    });
    expect(wrong).toEqual([]);
    expect(cases.length).toBeGreaterThan(700);
    expect([...alike].filter(([, prints]) => prints.size > 1).map(([name]) => name)).toEqual([]);

    // Who joins a sandbox is recorded there too.
    const rows = await asSuperuser<{ request_id: string; line: string; patient_ids: string[] }>(
      `SELECT request_id, org_id || ' ' || action || ' ' || outcome AS line, patient_ids FROM audit_events
       WHERE org_id = ANY ($1) AND transport = 'portal' AND request_id = ANY ($2)
         AND (action, object_kind) IS DISTINCT FROM ('join_sandbox', 'user')`,
      [Object.values(setup.fixture).map(({ org }) => org.orgId), [...audited.keys()]],
    );
    expect(rows.length).toBe(audited.size);
    expect(rows.filter(({ request_id, line }) => audited.get(request_id) !== line)).toEqual([]);
    // H-01: every patient in a response is in its audit row.
    const unnamed = rows.filter(({ request_id, patient_ids }) =>
      shown.get(request_id)?.some((id) => !patient_ids.includes(readId('patient', id)!)),
    );
    expect(unnamed).toEqual([]);
    expect([...shown.values()].filter((ids) => ids.length > 1).length).toBeGreaterThan(10);
  }, 120_000);

  it('reject all requests without a session and from other sites', async () => {
    const view = viewOfLive(setup.fixture);
    const { org } = view.own;
    const signIn = async () => {
      const person = await personContext(org, 'admin');
      return { person, session: await signInAs(person) };
    };
    const good = await signIn();
    const [ended, disabled, revoked, idle, over] = [
      await signIn(),
      await signIn(),
      await signIn(),
      await signIn(),
      await signIn(),
    ];
    await asSuperuser('UPDATE memberships SET ended_at = now() WHERE user_id = $1', [ended.person.actor.id]);
    await asSuperuser('UPDATE users SET disabled_at = now() WHERE id = $1', [disabled.person.actor.id]);
    await endSession(revoked.session.sid, 'signed_out');
    const session = (id: string | null, change: string) =>
      asSuperuser(`UPDATE auth_sessions SET ${change} WHERE user_id = $1`, [id]);
    await session(idle.person.actor.id, "last_seen_at = now() - interval '16 minutes'");
    await session(over.person.actor.id, "expires_at = now() - interval '1 second'");
    const [key] = await insertKeys('live', view.own, [SCOPES]);
    const SIGNED_OUT = { status: 401, code: 'missing_credentials' };
    const ELSEWHERE = { status: 403, code: 'forbidden' };
    const strangers: Record<string, { headers: Record<string, string>; answer: typeof ELSEWHERE }> = {
      'no credential': { headers: ofOurPage, answer: SIGNED_OUT },
      'an API key': { headers: { ...ofOurPage, Authorization: `Bearer ${key}` }, answer: SIGNED_OUT },
      'an API key as cookie': {
        headers: { ...ofOurPage, Cookie: `${good.session.cookie.split('=')[0]}=${key}` },
        answer: SIGNED_OUT,
      },
      'a session secret that is not sealed': {
        headers: { ...ofOurPage, Cookie: `${good.session.cookie.split('=')[0]}=${good.session.sid}` },
        answer: SIGNED_OUT,
      },
      'a session as Bearer': {
        headers: {
          ...ofOurPage,
          Authorization: `Bearer ${good.session.cookie.split('=').slice(1).join('=')}`,
        },
        answer: SIGNED_OUT,
      },
      'a former member': { headers: asPerson(ended.session), answer: SIGNED_OUT },
      'a disabled person': { headers: asPerson(disabled.session), answer: SIGNED_OUT },
      'a session that was signed out': { headers: asPerson(revoked.session), answer: SIGNED_OUT },
      'an idle session': { headers: asPerson(idle.session), answer: SIGNED_OUT },
      'a session past its end': { headers: asPerson(over.session), answer: SIGNED_OUT },
      'a page of another site': {
        headers: { ...asPerson(good.session), 'Sec-Fetch-Site': 'cross-site' },
        answer: ELSEWHERE,
      },
      'a page of a neighboring site': {
        headers: { ...asPerson(good.session), 'Sec-Fetch-Site': 'same-site' },
        answer: ELSEWHERE,
      },
      'another origin': {
        headers: { Cookie: good.session.cookie, Origin: 'https://other.example' },
        answer: ELSEWHERE,
      },
    };
    const wrong: string[] = [];
    // Every procedure is called without a credential, and with one of the other callers in turn; with all of
    // them in the nightly run.
    const tries = Object.entries(strangers).flatMap(([name, stranger], nth) =>
      Object.keys(procedures)
        .filter((_, at) => isFull || name === 'no credential' || (at + nth) % 12 === 0)
        .map((procedure) => ({ name, procedure, ...stranger })),
    );
    await runConcurrently(8, tries, async ({ name, procedure, headers, answer: expected }) => {
      const own = ownCases(procedure)[0]!;
      const kind = PROCEDURES[procedure]!.id;
      const input = await own.input(view, () => Promise.resolve(view.own.things[kind!]));
      const answer = await call(procedure, input, headers);
      const body = JSON.parse(answer.text) as TrpcAnswer & { code?: string };
      const code = body.error?.data.problem.code ?? body.code;
      if (answer.status !== expected.status || code !== expected.code || body.result)
        wrong.push(`${name}: ${procedure}: ${answer.status} ${code}`);
    });
    expect(wrong).toEqual([]);
    // The same session is accepted when used correctly, so the rejections above have no other cause.
    expect((await call('patients.listCharts', {}, asPerson(good.session))).status).toBe(200);
  }, 60_000);

  it('accept and return files of roles that may file documents, for their own charts and documents', async () => {
    const view = viewOfLive(setup.fixture);
    const upload = async (role: Role, patient: string) => {
      const form = new FormData();
      form.set('metadata', JSON.stringify({ patient_id: patient }));
      form.set('file', new Blob(['A note of our own.']), 'note.txt');
      const person = await signInAs(await personContext(view.own.org, role));
      const answer = await fetch(`${setup.server.url}/api/portal/documents/uploads`, {
        method: 'POST',
        body: form,
        headers: asPerson(person),
      });
      const { id = NO_UPLOAD } = (await answer.json()) as { id?: string };
      return { status: answer.status, id, headers: asPerson(person) };
    };
    const open = async (id: string, headers: Record<string, string>) => {
      const answer = await fetch(`${setup.server.url}/api/portal/documents/uploads/${id}/content`, {
        headers,
      });
      await answer.arrayBuffer();
      return answer.status;
    };
    for (const role of ROLES) {
      const allowed = mayDo(role, PROCEDURES['uploads.fileUpload']!);
      const own = await upload(role, view.own.things.patient);
      expect(own.status, role).toBe(allowed ? 201 : 403);
      expect(await open(own.id, own.headers), role).toBe(allowed ? 200 : 403);
      for (const [held, status] of [
        [view.own.things.inboundDocument, allowed ? 200 : 403],
        [view.otherOrg.things.inboundDocument, allowed ? 404 : 403],
      ] as const) {
        const answer = await fetch(`${setup.server.url}${heldFile(held)}`, { headers: own.headers });
        await answer.arrayBuffer();
        expect(answer.status, role).toBe(status);
      }
      expect((await upload(role, view.otherOrg.things.patient)).status, role).toBe(allowed ? 422 : 403);
    }
  });
});

function collect(map: Map<string, Set<string>>, key: string, value: string): void {
  map.set(key, (map.get(key) ?? new Set()).add(value));
}

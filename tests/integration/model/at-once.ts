import fc from 'fast-check';
import assert from 'node:assert/strict';
import type { Kind } from '../../../server/shared/ids';
import { announcedOf, documentSteps, type DocumentStep } from './documents';
import { settlePage, walkWhile } from './feed';
import { checkRows } from './check-state';
import { orderSteps, type OrderStep } from './lab-orders';
import { readNew, resultSteps, type ResultStep } from './lab-results';
import { who } from './arbitraries';
import type { Call, Model, Org, Who } from './model';
import { patientsFor, patientSteps, versionHeader, type PatientStep } from './patients';
import { find, type Target } from './settle';
import type { Reply, World } from './world';

/** Several concurrent steps: some sequential order of them must explain every response and every row afterwards. */

type SingleStep = PatientStep | OrderStep | ResultStep | DocumentStep;
export type CarryOut = (model: Model, world: World, step: SingleStep) => Promise<void>;

export interface AtOnceStep {
  do: 'atOnce';
  steps: SingleStep[];
  /** The organization whose feed is read meanwhile. */
  watch: Who;
}

/** Steps that send one request. */
const ALONE: SingleStep['do'][] = [
  'createPatient',
  'patchPatient',
  'deletePatient',
  'restorePatient',
  'createOrder',
  'fileResult',
  'createDocument',
  'announceDocument',
  'uploadDocument',
];

const single = fc
  .oneof(...patientSteps, ...orderSteps, ...resultSteps, ...documentSteps)
  .filter((step) => ALONE.includes(step.do));

export const atOnceSteps: fc.Arbitrary<AtOnceStep>[] = Array.from({ length: 3 }, () =>
  fc.record({
    do: fc.constant('atOnce' as const),
    steps: fc.array(single, { minLength: 2, maxLength: 4, size: 'max' }),
    watch: who,
  }),
);

/** Numbers the groups of events. */
let groups = 0;

export async function doAtOnce(
  carryOut: CarryOut,
  model: Model,
  world: World,
  { steps, watch }: AtOnceStep,
): Promise<void> {
  const asked: { step: SingleStep; send: Send }[] = [];
  for (const step of withoutTwins(steps.map((drawn) => name(model, drawn)))) {
    const send = await requestOf(carryOut, model, world, step);
    if (send) asked.push({ step, send });
  }
  const waited: Waited[] = [];
  const work = Promise.all(asked.map(({ step, send }) => answered(step, send, waited)));
  const [replies, pages] = await Promise.all([work, walkWhile(model, world, watch, work)]);

  const group = ++groups;
  const reasons: string[] = [];
  for (const order of orders([...asked.keys()])) {
    const attempt = structuredClone(model);
    try {
      for (const org of attempt.orgs) org.group = group;
      for (const index of order)
        await carryOut(attempt, replaying(world, replies[index]!), asked[index]!.step);
      for (const page of pages) settlePage(attempt.orgs[watch], page);
      for (const org of attempt.orgs) org.group = null;
      for (const { as, call } of waited) attempt.orgs[as].calls.push(call);
      for (const as of [0, 1] as const) await checkRows(attempt, world, as);
    } catch (error) {
      reasons.push(`${order.join(', ')}: ${(error as Error).message.split('\n')[0]}`);
      continue;
    }
    model.orgs = attempt.orgs;
    for (const as of [0, 1] as const) await readNew(model, world, as);
    return;
  }
  const answers = replies.map(({ status, code }) => code ?? status).join(', ');
  assert.fail(`answered ${answers} at once, and no order explains it; ${reasons.join('; ')}`);
}

// ── Requests ─────────────────────────────────────────────────────────────────────────────────────────────────────

const KINDS = {
  patient: ['patient', patientsFor],
  order: ['lab_order', () => (org: Org) => org.orders],
  document: ['document', () => announcedOf],
} as const satisfies Record<string, [Kind, (step: SingleStep) => (org: Org) => { id: string }[]]>;

/** Fixes the records that a step refers to now: concurrent creations must not change them. */
function name(model: Model, step: SingleStep): SingleStep {
  const named = { ...step } as SingleStep & Record<string, unknown>;
  for (const [member, [kind, of]] of Object.entries(KINDS)) {
    const target = named[member] as Target | 'same' | null | undefined;
    if (target && target !== 'same')
      named[member] = { ...target, id: find<{ id: string }>(model, step.as, target, kind, of(step)).id };
  }
  if (step.do === 'fileResult' && step.patient === 'same') {
    const known = model.orgs[step.as].results.find(({ filler }) => filler === step.filler);
    named.patient = { foreign: false, at: 0, id: (known?.patient ?? model.orgs[step.as].patients[0]!).id };
  }
  if ('ifMatch' in step) {
    const { thing } = find(model, step.as, step.patient, 'patient', ({ patients }) => patients);
    named.ifMatch = versionHeader(thing, step.ifMatch).asked ?? 'none';
  }
  return named;
}

/** Of two concurrent uploads to one URL, the second may find the URL used, which is not recorded. */
const withoutTwins = (steps: SingleStep[]): SingleStep[] =>
  steps.filter(
    (step, index) =>
      step.do !== 'uploadDocument' ||
      steps.findIndex((other) => other.do === 'uploadDocument' && other.document.id === step.document.id) ===
        index,
  );

type Send = () => Promise<Reply>;

/** Thrown instead of sending: contains what a step would send. */
class Sent extends Error {
  constructor(readonly send: Send) {
    super('sent');
  }
}

/** Null for a step that sends nothing. */
async function requestOf(
  carryOut: CarryOut,
  model: Model,
  world: World,
  step: SingleStep,
): Promise<Send | null> {
  try {
    await carryOut(
      structuredClone(model),
      through(world, (send) => Promise.reject(new Sent(send))),
      step,
    );
    return null;
  } catch (error) {
    if (error instanceof Sent) return error.send;
    throw error;
  }
}

const through = (world: World, pass: (send: Send) => Promise<Reply>): World => ({
  atOnce: true,
  look: world.look,
  orgId: (as) => world.orgId(as),
  rest: (...asked) => pass(() => world.rest(...asked)),
  put: (...asked) => pass(() => world.put(...asked)),
  portal: (...asked) => pass(() => world.portal(...asked)),
  intake: (...asked) => pass(() => world.intake(...asked)),
});

/** Returns the received response to the one request of a step. */
function replaying(world: World, reply: Reply): World {
  let given = false;
  return through(world, () => {
    assert.ok(!given, 'a step sent a second request');
    given = true;
    return Promise.resolve(reply);
  });
}

// ── Responses ──────────────────────────────────────────────────────────────────────────────────────────────────────

interface Waited {
  as: Who;
  call: Call;
}

const MADE: Partial<Record<SingleStep['do'], string>> = {
  createPatient: 'create_patient',
  createOrder: 'create_lab_order',
  createDocument: 'create_document',
  announceDocument: 'create_document',
};

/** While the first request with its Idempotency-Key is in progress, a second one must be retried later. */
async function answered(step: SingleStep, send: Send, waited: Waited[]): Promise<Reply> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const reply = await send();
    const { request, actor, code } = reply;
    if (code !== 'idempotency_in_progress') return reply;
    const action = MADE[step.do]!;
    waited.push({
      as: step.as,
      call: { request, actor, action, outcome: 'refused', code, patients: [] },
    });
  }
  return assert.fail('a request under an Idempotency-Key does not end');
}

function orders(indices: number[]): number[][] {
  if (indices.length <= 1) return [indices];
  return indices.flatMap((first) =>
    orders(indices.filter((index) => index !== first)).map((rest) => [first, ...rest]),
  );
}

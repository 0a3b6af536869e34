import fc from 'fast-check';
import assert from 'node:assert/strict';
import { fileLabResult } from '../../../server/domain/lab-results/file-lab-result';
import type { LabReport } from '../../../server/domain/lab-results/report';
import { target, who } from './arbitraries';
import { LAB } from './lab-orders';
import { inSight, maySee, type Model, type Result, type Who } from './model';
import {
  addResult,
  changeResult,
  CRITICAL,
  knownResult,
  mayReadByOrder,
  mayReport,
  REPORTED,
  resultsOf,
  type Report,
} from './model-labs';
import { find, same, settle, type Target } from './settle';
import type { World } from './world';

/** Reports of the laboratory, in any order and repeated, and reading them by ID, by their order and by version. */

export type ResultStep =
  | {
      do: 'fileResult';
      as: Who;
      /** `same`: the patient of the report with this number, as in a later message about it. */
      patient: Target | 'same';
      order: Target | null;
      filler: string;
      status: Result['status'];
      value: string;
    }
  | { do: 'getResult'; as: Who; result: Target; version: number | null }
  | { do: 'getResultOfOrder'; as: Who; order: Target };

const version: fc.Arbitrary<number | null> = fc.option(fc.integer({ min: 1, max: 4 }));

const filed = fc.record({
  do: fc.constant('fileResult' as const),
  as: who,
  patient: fc.oneof(target, fc.constant('same' as const)),
  order: fc.option(target, { freq: 3 }),
  filler: fc.constantFrom('F-0', 'F-1'),
  status: fc.constantFrom<Result['status']>('preliminary', 'final', 'final', 'corrected'),
  value: fc.constantFrom('4.0', '4.00', CRITICAL),
});

export const resultSteps: fc.Arbitrary<ResultStep>[] = [
  filed,
  filed,
  filed,
  filed,
  fc.record({
    do: fc.constant('getResult' as const),
    as: who,
    result: target,
    version,
  }),
  fc.record({ do: fc.constant('getResultOfOrder' as const), as: who, order: target }),
];

const lineOf = (shown: unknown) =>
  (shown as { panels: { observations: { value_text: string; severity: string }[] }[] }).panels[0]!
    .observations[0]!;

export async function doResults(model: Model, world: World, step: ResultStep): Promise<void> {
  const { as } = step;
  const org = model.orgs[as];
  if (step.do === 'fileResult') return fileResult(model, world, step);
  if (step.do === 'getResultOfOrder') {
    const { thing: order, id } = find(model, as, step.order, 'lab_order', ({ orders }) => orders);
    const reply = await world.rest(as, 'GET', `/v1/labs/results/${id}`);
    const verdict = mayReadByOrder(org, order);
    const patients = order ? [order.patient.id] : [];
    if (!settle(org, reply, { action: 'get_lab_result', verdict, patients })) return;
    const [result] = resultsOf(org, order!);
    const shown = result!.shown[result!.version - 1];
    if (shown !== undefined) assert.deepEqual(reply.json, shown);
    return;
  }
  const { thing: result, id } = find(model, as, step.result, 'lab_result', ({ results }) => results);
  await readResult(model, world, as, { result, id, version: step.version });
}

/** Every version is always returned as it was when it was the newest. */
export async function readResult(
  model: Model,
  world: World,
  as: Who,
  { result, id, version }: { result: Result | null; id: string; version: number | null },
): Promise<void> {
  const reply = await world.rest(as, 'GET', `/v1/labs/results/${id}${version ? `?version=${version}` : ''}`);
  const patients = result ? [result.patient.id] : [];
  const beyond = result !== null && version !== null && version > result.version;
  const verdict = beyond ? ['not_found'] : maySee(result);
  if (!settle(model.orgs[as], reply, { action: 'get_lab_result', verdict, patients })) return;
  const expected = result!.shown[(version ?? result!.version) - 1];
  // Filed concurrently with the deletion of its patient.
  if (expected === undefined) return;
  assert.deepEqual(
    reply.json,
    expected,
    `version ${version ?? 'newest'} of a result is shown otherwise than before`,
  );
}

async function fileResult(
  model: Model,
  world: World,
  step: Extract<ResultStep, { do: 'fileResult' }>,
): Promise<void> {
  const { as, filler, status, value } = step;
  const org = model.orgs[as];
  const known = knownResult(org, filler);
  const of =
    step.patient === 'same'
      ? { foreign: false, at: 0, ...(known && { id: known.patient.id }) }
      : step.patient;
  const { thing: patient, id } = find(model, as, of, 'patient', ({ patients }) => patients);
  const named = step.order && find(model, as, step.order, 'lab_order', ({ orders }) => orders);
  const report: Report = { patient, order: named && (named.thing ?? 'foreign'), filler, status, value };
  const verdict = mayReport(org, report);
  const reply = await world.intake(as, (ctx) =>
    fileLabResult(ctx, message(id, named?.id ?? null, { filler, status, value })),
  );
  if (verdict.length > 0) {
    assert.ok(
      verdict.includes(reply.code ?? ''),
      `file_lab_result: ${reply.code}, the model says ${verdict.join()}`,
    );
    return;
  }
  settle(org, reply, { action: 'file_lab_result', verdict, patients: [id] });
  const before = known?.version ?? 0;
  const answer = reply.json as { id: string };
  const outcome = known ? changeResult(org, known, report) : 'created';
  const result = known ?? addResult(org, answer.id, report);
  same(
    reply.json,
    { id: result.id, version: result.version, status: result.status, outcome },
    'filed report',
  );
  if (result.version === before) return;
  const { version } = result;
  result.unread.push({ version, status: result.status, value });
  if (!world.atOnce) await readNew(model, world, as);
}

/** Versions that were not read yet: every later read must return the same. */
export async function readNew(model: Model, world: World, as: Who): Promise<void> {
  const org = model.orgs[as];
  for (const result of org.results)
    for (const { version, status, value } of result.unread.splice(0)) {
      if (!inSight(result.patient)) continue;
      const isNewest = version === result.version;
      const path = `/v1/labs/results/${result.id}${isNewest ? '' : `?version=${version}`}`;
      const read = await world.rest(as, 'GET', path);
      settle(org, read, { action: 'get_lab_result', verdict: [], patients: [result.patient.id] });
      same(read.json, { id: result.id, version, status, patient_id: result.patient.id }, 'result');
      if (isNewest) same(read.json, { order_id: result.order?.id ?? null }, 'result');
      assert.equal(lineOf(read.json).value_text, value);
      assert.equal(lineOf(read.json).severity, value === CRITICAL ? 'critical' : 'unknown');
      result.shown[version - 1] = read.json;
    }
}

function message(
  patient: string,
  order: string | null,
  { filler, status, value }: Pick<Report, 'filler' | 'status' | 'value'>,
): LabReport {
  const line = {
    code: REPORTED,
    name: 'Glucose',
    value_type: 'quantity' as const,
    value_text: value,
    unit: 'mmol/L',
    status,
    flags: value === CRITICAL ? ['HH'] : [],
  };
  return {
    patient_id: patient,
    ...(order ? { order_id: order } : {}),
    lab: LAB,
    filler_order_number: filler,
    collected_at: '2026-11-01T08:00:00.000Z',
    collected_at_precision: 'minute',
    status,
    source: { kind: 'manual', message_id: null },
    historical: false,
    panels: [{ code: REPORTED, name: 'Glucose', observations: [line] }],
  };
}

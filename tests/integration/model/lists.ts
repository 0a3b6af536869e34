import fc from 'fast-check';
import assert from 'node:assert/strict';
import { who } from './arbitraries';
import { listedPatients, type Model, type Patient, type Who } from './model';
import { assertShown, FAMILIES, NUMBERS } from './patients';
import { settle } from './settle';
import type { World } from './world';

/** The list of patients, complete, filtered and searched: it reflects every change immediately. */

export type ListStep =
  | { do: 'listPatients'; as: Who; limit: number }
  | { do: 'findPatients'; as: Who; by: Way; value: string; limit: number };

type Way = 'q' | 'family' | 'mrn' | 'external_id' | 'identifier';

const limit = fc.constantFrom(1, 2, 100);
const found = (by: Way, values: string[]) =>
  fc.record({
    do: fc.constant('findPatients' as const),
    as: who,
    by: fc.constant(by),
    value: fc.constantFrom(...values),
    limit,
  });

export const listSteps: fc.Arbitrary<ListStep>[] = [
  fc.record({ do: fc.constant('listPatients' as const), as: who, limit }),
  found('q', [...FAMILIES, ...NUMBERS.mrn, ...NUMBERS.national]),
  fc.oneof(
    found('family', FAMILIES),
    found('mrn', NUMBERS.mrn),
    found('external_id', NUMBERS.external),
    found('identifier', NUMBERS.national),
  ),
];

const fits: Record<Way, (patient: Patient, value: string) => boolean> = {
  q: (patient, value) => [patient.family, patient.mrn, patient.national].includes(value),
  family: (patient, value) => patient.family === value,
  mrn: (patient, value) => patient.mrn === value,
  external_id: (patient, value) => patient.external === value,
  identifier: (patient, value) => patient.national === value,
};

const oldestOfName = (a: Patient, b: Patient): number =>
  a.family === b.family ? (a.id < b.id ? -1 : 1) : a.family < b.family ? -1 : 1;

export function doLists(model: Model, world: World, step: ListStep): Promise<void> {
  const { as, limit: size } = step;
  if (step.do === 'listPatients') return listPatients(model, world, as, size);
  const { by, value } = step;
  const expected = listedPatients(model.orgs[as]).filter((patient) => fits[by](patient, value));
  // All matches of a drawn word have the same rank.
  if (by === 'q') expected.sort(oldestOfName);
  const asked = by === 'identifier' ? `urn:test|${value}` : value;
  return walk(model, world, as, { query: `${by}=${encodeURIComponent(asked)}&`, limit: size, expected });
}

/** All pages together contain each patient who is not deleted once, newest first. */
export const listPatients = (model: Model, world: World, as: Who, size: number): Promise<void> =>
  walk(model, world, as, { query: '', limit: size, expected: listedPatients(model.orgs[as]) });

/** Checks the search index beyond the texts that steps search for: all given names are equal. */
export const findAll = (model: Model, world: World, as: Who): Promise<void> =>
  walk(model, world, as, {
    query: 'q=Model&',
    limit: 100,
    expected: listedPatients(model.orgs[as]).sort(oldestOfName),
  });

async function walk(
  model: Model,
  world: World,
  as: Who,
  { query, limit: size, expected }: { query: string; limit: number; expected: Patient[] },
): Promise<void> {
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page = expected.slice(seen.length, seen.length + size);
    const rest: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : '';
    const path = `/v1/patients?${query}limit=${size}&include=total_count${rest}`;
    const reply = await world.rest(as, 'GET', path);
    settle(model.orgs[as], reply, {
      action: 'list_patients',
      verdict: [],
      patients: page.map(({ id }) => id),
    });
    const { data, next_cursor, total_count } = reply.json as {
      data: Record<string, unknown>[];
      next_cursor: string | null;
      total_count: number;
    };
    assert.deepEqual(
      data.map(({ id }) => id),
      page.map(({ id }) => id),
      `the list ${query} shows other patients than the model`,
    );
    data.forEach((shown, index) => assertShown(shown, page[index]!));
    assert.equal(total_count, expected.length, 'total_count');
    seen.push(...page.map(({ id }) => id));
    cursor = next_cursor;
  } while (cursor !== null);
  assert.equal(seen.length, expected.length, 'the list ends before all patients are shown');
}

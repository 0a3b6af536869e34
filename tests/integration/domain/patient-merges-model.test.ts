import fc from 'fast-check';
import { expect, it } from 'vitest';
import { getPatient } from '../../../server/domain/patients/get-patient';
import { updatePatient } from '../../../server/domain/patients/update-patient';
import { asSuperuser } from '../../support/database';
import { fresh, mergeClinic } from '../../support/patient-merges';
import { isFull } from '../../support/test-size';

/**
 * Any sequence of merges, undone merges, edits and new items, each through any of the records' IDs. The model knows
 * only which record each item was addressed to, and which record was merged into which.
 */

const clinic = mergeClinic();
const RECORDS = 4;

const record = fc.nat(RECORDS - 1);
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('merge' as const), into: record, from: record }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('unmerge' as const), from: record }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('order' as const), of: record }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('result' as const), of: record, ofOrder: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('document' as const), of: record, ofResult: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('edit' as const), of: record }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface World {
  ids: string[];
  /** By record. */
  parent: Map<string, string>;
  /** By item. */
  addressed: Map<string, string>;
  orders: string[];
  results: string[];
}

const rootOf = ({ parent }: World, id: string): string => {
  let root = id;
  while (parent.has(root)) root = parent.get(root)!;
  return root;
};

async function apply(world: World, one: Step): Promise<void> {
  const { ids, parent, addressed } = world;
  switch (one.do) {
    case 'merge': {
      const [into, from] = [ids[one.into]!, ids[one.from]!];
      const merging = clinic.merge(into, from);
      if (into === from) await expect(merging).rejects.toMatchObject({ code: 'validation_failed' });
      else if (parent.has(into) || parent.has(from))
        await expect(merging).rejects.toMatchObject({ code: 'invalid_state' });
      else {
        await merging;
        parent.set(from, into);
      }
      return;
    }
    case 'unmerge': {
      const from = ids[one.from]!;
      const undoing = clinic.unmerge(rootOf(world, from), from);
      if (!parent.has(from)) await expect(undoing).rejects.toMatchObject({ code: 'invalid_state' });
      else {
        expect((await undoing).undecided).toEqual([]);
        parent.delete(from);
      }
      return;
    }
    case 'order': {
      const id = await clinic.order(ids[one.of]!);
      world.orders.push(id);
      addressed.set(id, ids[one.of]!);
      return;
    }
    case 'result': {
      const of = ids[one.of]!;
      const order = one.ofOrder ? inSameChart(world, world.orders, of) : undefined;
      const id = await clinic.result(of, order ? { order_id: order } : {});
      world.results.push(id);
      addressed.set(id, order ? addressed.get(order)! : of);
      return;
    }
    case 'document': {
      const of = ids[one.of]!;
      const result = one.ofResult ? inSameChart(world, world.results, of) : undefined;
      const id = await clinic.document(of, result ? { result_id: result } : {});
      addressed.set(id, result ? addressed.get(result)! : of);
      return;
    }
    case 'edit': {
      const id = ids[one.of]!;
      const editing = updatePatient(fresh(clinic.key), {
        id,
        language: world.orders.length % 2 ? 'de' : 'en',
      });
      if (parent.has(id)) await expect(editing).rejects.toMatchObject({ code: 'invalid_state' });
      else await editing;
    }
  }
}

const inSameChart = (world: World, items: string[], of: string): string | undefined =>
  items.find((item) => rootOf(world, world.addressed.get(item)!) === rootOf(world, of));

async function check(world: World): Promise<void> {
  for (const id of world.ids) {
    const root = rootOf(world, id);
    const expected = [...world.addressed]
      .filter(([, to]) => rootOf(world, to) === root)
      .map(([item]) => item);
    expect(await clinic.chart(id)).toEqual(expected.sort());
    const shown = await getPatient(fresh(clinic.org.ctx), { id });
    const merged = world.ids.filter((other) => other !== root && rootOf(world, other) === root);
    expect(shown).toMatchObject({ id: root, status: 'active' });
    expect(shown.merged_from.toSorted()).toEqual(merged.sort());
  }
}

it('loses and misplaces nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
      const ids: string[] = [];
      for (let at = 0; at < RECORDS; at++) ids.push((await clinic.patient()).id);
      const world: World = { ids, parent: new Map(), addressed: new Map(), orders: [], results: [] };
      for (const one of steps) await apply(world, one);
      await check(world);
    }),
    isFull ? { numRuns: 400 } : { numRuns: 15, seed: 4711 },
  );
  const misplaced = await asSuperuser(
    `select o.id from lab_observations o join lab_results r on r.org_id = o.org_id and r.id = o.result_id
       where o.org_id = $1 and o.patient_id <> r.patient_id
     union all select r.id from lab_results r join lab_orders o on o.org_id = r.org_id and o.id = r.order_id
       where o.org_id = $1 and (o.patient_id, o.addressed_patient_id) is distinct from (r.patient_id, r.addressed_patient_id)
     union all select d.id from documents d join lab_results r on r.org_id = d.org_id and r.id = d.result_id
       where d.org_id = $1 and (d.patient_id, d.addressed_patient_id) is distinct from (r.patient_id, r.addressed_patient_id)`,
    [clinic.org.orgId],
  );
  expect(misplaced).toEqual([]);
}, 300_000);

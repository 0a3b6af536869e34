import fc from 'fast-check';
import assert from 'node:assert/strict';
import { key, target, who } from './arbitraries';
import { maySee, type Model, type Order, type Who } from './model';
import { addOrder, mayOrder, resultsOf } from './model-labs';
import { find, post, same, settle, type Target } from './settle';
import type { World } from './world';

/** Steps with lab orders: creating and reading them. */

export type OrderStep =
  | {
      do: 'createOrder';
      as: Who;
      patient: Target;
      tests: string[];
      external: string | null;
      key: string | null;
    }
  | { do: 'getOrder'; as: Who; order: Target };

const tests = fc.constantFrom<string[]>(['GLU'], ['GLU'], ['K'], ['GLU', 'K'], ['NONE']);

const external: fc.Arbitrary<string | null> = fc.option(fc.constantFrom('O-0', 'O-1'), { freq: 2 });

export const orderSteps: fc.Arbitrary<OrderStep>[] = [
  fc.record({
    do: fc.constant('createOrder' as const),
    as: who,
    patient: target,
    tests,
    external,
    key,
  }),
  fc.record({ do: fc.constant('getOrder' as const), as: who, order: target }),
];

export const LAB = {
  id: 'example-lab',
  name: 'Example Laboratory',
  accreditation_number: null,
  director: null,
};

function assertShown(model: Model, as: Who, shown: Record<string, unknown>, order: Order): void {
  const { id, version, status, external, patient, items } = order;
  same(shown, { id, version, status, external_id: external, patient_id: patient.id }, 'order');
  assert.deepEqual(
    (shown.items as { code: string; status: string; result_id: string | null }[]).map((item) => ({
      code: item.code,
      status: item.status,
      result: item.result_id,
    })),
    items,
  );
  assert.deepEqual(
    shown.result_ids,
    resultsOf(model.orgs[as], order).map((result) => result.id),
  );
}

export async function doOrders(model: Model, world: World, step: OrderStep): Promise<void> {
  const { as } = step;
  const org = model.orgs[as];
  if (step.do === 'createOrder') {
    const { thing: patient, id } = find(model, as, step.patient, 'patient', ({ patients }) => patients);
    const { tests: wanted, external: number } = step;
    const body = {
      patient_id: id,
      external_id: number,
      lab_id: LAB.id,
      items: wanted.map((code) => ({ code })),
    };
    return post(model, world, as, {
      action: 'create_lab_order',
      path: '/v1/labs/orders',
      body,
      key: step.key,
      verdict: mayOrder(org, patient, { tests: wanted, external: number }),
      patients: () => [id],
      done: (answer) => {
        const order = addOrder(org, { id: answer.id, patient: patient!, tests: wanted, external: number });
        assertShown(model, as, answer, order);
        return order.patient;
      },
    });
  }
  const { thing: order, id } = find(model, as, step.order, 'lab_order', ({ orders }) => orders);
  const reply = await world.rest(as, 'GET', `/v1/labs/orders/${id}`);
  const patients = order ? [order.patient.id] : [];
  if (settle(org, reply, { action: 'get_lab_order', verdict: maySee(order), patients }))
    assertShown(model, as, reply.json, order!);
}

import { z } from 'zod';
import { nameText, pathParameter, ref, resource } from '../../data-types/contract-parts';
import { catalogTest } from '../catalog/contract';
import { MAX_SET_NAME, MOST_SET_TESTS } from './rules';

/** Named sets of tests that are ordered together, shared by all users of the organization. Portal only. */

const name = nameText(MAX_SET_NAME);
const testIds = z.array(ref('tst')).min(1).max(MOST_SET_TESTS);

export const noInput = z.strictObject({});
export const orderSetPath = z.strictObject({ id: pathParameter });
export const createOrderSetInput = z.strictObject({ name, test_ids: testIds });
export const updateOrderSetInput = z.strictObject({
  id: pathParameter,
  name: name.optional(),
  test_ids: testIds.optional(),
});

export const orderSet = z.strictObject({
  id: ref('set'),
  object: z.literal('order_set'),
  ...resource,
  name: z.string(),
  lab: z.strictObject({ id: z.string(), name: z.string() }),
  /** Those that can be ordered now. */
  tests: z.array(catalogTest),
  /** Those that the laboratory no longer offers. */
  missing: z.array(z.strictObject({ id: ref('tst'), name: z.string() })),
});
export const orderSetList = z.strictObject({ data: z.array(orderSet) });

export type OrderSet = z.output<typeof orderSet>;
export type OrderSetList = z.output<typeof orderSetList>;
export type CreateOrderSetInput = z.output<typeof createOrderSetInput>;
export type UpdateOrderSetInput = z.output<typeof updateOrderSetInput>;

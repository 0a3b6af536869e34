import { z } from 'zod';
import {
  createOrderSetInput,
  noInput,
  orderSet,
  orderSetList,
  orderSetPath,
  updateOrderSetInput,
} from '../../domain/order-sets/contract';
import { createOrderSet } from '../../domain/order-sets/create-order-set';
import { deleteOrderSet } from '../../domain/order-sets/delete-order-set';
import { listOrderSets } from '../../domain/order-sets/list-order-sets';
import { updateOrderSet } from '../../domain/order-sets/update-order-set';
import { procedure, router } from '../trpc';

/** Portal only. */
export const orderSetsRouter = router({
  listOrderSets: procedure
    .input(noInput)
    .output(orderSetList)
    .query(({ ctx }) => listOrderSets(ctx)),

  createOrderSet: procedure
    .meta({ repeatable: true })
    .input(createOrderSetInput)
    .output(orderSet)
    .mutation(({ ctx, input }) => createOrderSet(ctx, input)),

  updateOrderSet: procedure
    .input(updateOrderSetInput)
    .output(orderSet)
    .mutation(({ ctx, input }) => updateOrderSet(ctx, input)),

  deleteOrderSet: procedure
    .input(orderSetPath)
    .output(z.void())
    .mutation(({ ctx, input }) => deleteOrderSet(ctx, input)),
});

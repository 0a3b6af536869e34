import {
  createLabOrderInput,
  labOrder,
  labOrderList,
  labOrderPath,
  listLabOrdersInput,
} from '../../domain/lab-orders/contract';
import { createLabOrder } from '../../domain/lab-orders/create-lab-order';
import { getLabOrder } from '../../domain/lab-orders/get-lab-order';
import { listLabOrders } from '../../domain/lab-orders/list-lab-orders';
import { procedure, router } from '../trpc';

export const labOrdersRouter = router({
  listLabOrders: procedure
    .meta({
      scope: 'labs:read',
      openapi: {
        method: 'GET',
        path: '/v1/labs/orders',
        operationId: 'listLabOrders',
        summary: 'List lab orders',
        tags: ['Labs'],
      },
    })
    .input(listLabOrdersInput)
    .output(labOrderList)
    .query(({ ctx, input }) => listLabOrders(ctx, input)),

  createLabOrder: procedure
    .meta({
      scope: 'labs:write',
      success: 201,
      etag: 'bytes',
      openapi: {
        method: 'POST',
        path: '/v1/labs/orders',
        operationId: 'createLabOrder',
        summary: 'Create a lab order',
        tags: ['Labs'],
      },
    })
    .input(createLabOrderInput)
    .output(labOrder)
    .mutation(({ ctx, input }) => createLabOrder(ctx, input)),

  getLabOrder: procedure
    .meta({
      scope: 'labs:read',
      etag: 'bytes',
      openapi: {
        method: 'GET',
        path: '/v1/labs/orders/{id}',
        operationId: 'getLabOrder',
        summary: 'Retrieve a lab order',
        tags: ['Labs'],
      },
    })
    .input(labOrderPath)
    .output(labOrder)
    .query(({ ctx, input }) => getLabOrder(ctx, input)),
});

import { cancelLabOrder } from '../../domain/lab-orders/cancel-lab-order';
import { collectLabOrder } from '../../domain/lab-orders/collect-lab-order';
import {
  cancelLabOrderInput,
  collectLabOrderInput,
  countOrdersInput,
  createLabOrderInput,
  labOrder,
  labOrderList,
  labOrderPath,
  listDueOrdersInput,
  listLabOrdersInput,
  orderCounts,
  orderDiagnoses,
  orderDiagnosesInput,
  recordCancellationAnswerInput,
  rejectLabOrderInput,
} from '../../domain/lab-orders/contract';
import { countOrders } from '../../domain/lab-orders/count-orders';
import { createLabOrder } from '../../domain/lab-orders/create-lab-order';
import { getLabOrder } from '../../domain/lab-orders/get-lab-order';
import { getOrderSheet } from '../../domain/lab-orders/get-order-sheet';
import { getOrderTemplate } from '../../domain/lab-orders/get-order-template';
import { listDueOrders } from '../../domain/lab-orders/list-due-orders';
import { listLabOrders } from '../../domain/lab-orders/list-lab-orders';
import { listOpenTests } from '../../domain/lab-orders/list-open-tests';
import { listOrderDiagnoses } from '../../domain/lab-orders/list-order-diagnoses';
import { recordCancellationAnswer } from '../../domain/lab-orders/record-cancellation-answer';
import { rejectLabOrder } from '../../domain/lab-orders/reject-lab-order';
import { sendLabOrderAgain } from '../../domain/lab-orders/send-lab-order-again';
import { sendLabOrder } from '../../domain/lab-orders/send-lab-order';
import { undoLabOrderCollection } from '../../domain/lab-orders/undo-lab-order-collection';
import { openTests, openTestsInput, orderSheet, orderTemplate } from '../../domain/lab-orders/sheet-contract';
import { answersAgain, procedure, router } from '../trpc';

export const labOrdersRouter = router({
  listLabOrders: procedure
    .meta({
      scope: 'labs:read',
      openapi: {
        method: 'GET',
        path: '/v1/labs/orders',
        operationId: 'listLabOrders',
        summary: 'List lab orders',
        description: 'Newest first by default.',
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
      errors: ['patient_not_found', 'patient_not_active', 'test_not_orderable', 'duplicate_external_id'],
      openapi: {
        method: 'POST',
        path: '/v1/labs/orders',
        operationId: 'createLabOrder',
        summary: 'Create a lab order',
        description:
          'Each item names one test: by `test_id`, by the laboratory’s own `code` (with `lab_id`), or by a LOINC that only one orderable test has. All tests of an order belong to one laboratory. If the laboratory receives orders electronically, the order is stored together with its message and sent at once; `transmission` and the events `lab_order.sent`, `lab_order.accepted`, `lab_order.rejected` and `lab_order.failed` report its progress. Otherwise a user hands the order to the laboratory and records this, which sends `lab_order.sent`. Orders can be canceled, but not changed or deleted.',
        tags: ['Labs'],
      },
    })
    .input(createLabOrderInput)
    .output(labOrder)
    .use(answersAgain)
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
        description: 'An order with its items, status history and result IDs.',
        tags: ['Labs'],
      },
    })
    .input(labOrderPath)
    .output(labOrder)
    .query(({ ctx, input }) => getLabOrder(ctx, input)),

  cancelLabOrder: procedure
    .meta({
      scope: 'labs:write',
      errors: ['invalid_state'],
      openapi: {
        method: 'POST',
        path: '/v1/labs/orders/{id}/cancel',
        operationId: 'cancelLabOrder',
        summary: 'Cancel a lab order',
        description:
          'Cancels an order without results. If the laboratory may have received it electronically, it is asked to cancel: `transmission.status` is `cancel_requested`, and the events `lab_order.cancelled` and `lab_order.cancel_refused` show its answer. An order that the laboratory rejected is closed without a message. Results that arrive anyway are filed.',
        tags: ['Labs'],
      },
    })
    .input(cancelLabOrderInput)
    .output(labOrder)
    .use(answersAgain)
    .mutation(({ ctx, input }) => cancelLabOrder(ctx, input)),

  /** Portal only, like the next ones. */
  getOrderSheet: procedure
    .input(labOrderPath)
    .output(orderSheet)
    .query(({ ctx, input }) => getOrderSheet(ctx, input)),

  listDueOrders: procedure
    .input(listDueOrdersInput)
    .output(labOrderList)
    .query(({ ctx, input }) => listDueOrders(ctx, input)),

  countOrders: procedure
    .input(countOrdersInput)
    .output(orderCounts)
    .query(({ ctx, input }) => countOrders(ctx, input)),

  getOrderTemplate: procedure
    .input(labOrderPath)
    .output(orderTemplate)
    .query(({ ctx, input }) => getOrderTemplate(ctx, input)),

  listOpenTests: procedure
    .input(openTestsInput)
    .output(openTests)
    .query(({ ctx, input }) => listOpenTests(ctx, input)),

  listOrderDiagnoses: procedure
    .input(orderDiagnosesInput)
    .output(orderDiagnoses)
    .query(({ ctx, input }) => listOrderDiagnoses(ctx, input)),

  collectLabOrder: procedure
    .input(collectLabOrderInput)
    .output(labOrder)
    .mutation(({ ctx, input }) => collectLabOrder(ctx, input)),

  undoLabOrderCollection: procedure
    .input(labOrderPath)
    .output(labOrder)
    .mutation(({ ctx, input }) => undoLabOrderCollection(ctx, input)),

  sendLabOrder: procedure
    .input(labOrderPath)
    .output(labOrder)
    .mutation(({ ctx, input }) => sendLabOrder(ctx, input)),

  sendLabOrderAgain: procedure
    .input(labOrderPath)
    .output(labOrder)
    .mutation(({ ctx, input }) => sendLabOrderAgain(ctx, input)),

  rejectLabOrder: procedure
    .input(rejectLabOrderInput)
    .output(labOrder)
    .mutation(({ ctx, input }) => rejectLabOrder(ctx, input)),

  recordCancellationAnswer: procedure
    .input(recordCancellationAnswerInput)
    .output(labOrder)
    .mutation(({ ctx, input }) => recordCancellationAnswer(ctx, input)),
});

import { z } from 'zod';
import {
  date,
  flag,
  inputInstant,
  instant,
  list,
  notesText,
  paging,
  ownId,
  pathParameter,
  ref,
  resource,
  text,
  timeFilters,
  words,
} from '../../data-types/contract-parts';
import { COLLECT_WITHIN_DAYS, MAX_ORDER_REASON } from './rules';
import { ORDER_STATUSES, PRIORITIES } from '../../data-types/lab-order-codes';
import { SEVERITIES } from '../../data-types/lab-result-codes';
import { OUTBOUND_KINDS, TRANSMISSION_STATUSES } from '../../data-types/transmission-codes';
import {
  orderingClinician,
  diagnosis,
  collection,
  itemAnswer,
  statusChange,
} from '../../data-types/lab-order';

/** Lab orders of one patient. `/v1` cancels an order, and never changes or deletes one. */

const DIAGNOSES = 'Reasons for the order, primary diagnosis first';

const itemInput = z
  .strictObject({
    test_id: ref('tst')
      .optional()
      .meta({ description: 'Test of the catalog. Send `test_id`, `code` or `loinc`.' }),
    code: text(50)
      .optional()
      .meta({ description: 'Code of the test at the laboratory. Requires `lab_id` on the order.' }),
    loinc: text(20)
      .optional()
      .meta({ description: 'LOINC code of the test. Exactly one orderable test must have it.' }),
    answers: z
      .array(itemAnswer)
      .max(50)
      .default([])
      .meta({ description: 'Answers to the questions that the test asks at order entry' }),
  })
  .meta({ id: 'LabOrderItemInput' });

export const createLabOrderInput = z.strictObject({
  external_id: text(200)
    .nullish()
    .meta({ description: 'ID of the order in your system, unique in the organization' }),
  patient_id: ref('pat').meta({ description: 'Patient for whom the tests are ordered' }),
  items: z.array(itemInput).min(1).max(50).meta({ description: 'Tests to order' }),
  priority: z.enum(PRIORITIES).default('routine').meta({ description: 'Urgency of the order' }),
  ordering_clinician: orderingClinician
    .nullish()
    .meta({ description: 'Clinician who orders the tests. Send `user_id` or `name`.' }),
  copy_to: z
    .array(ref('usr'))
    .max(20)
    .default([])
    .meta({ description: 'Users to whom the laboratory is asked to send a copy' }),
  diagnoses: z.array(diagnosis).max(20).default([]).meta({ description: DIAGNOSES }),
  fasting: z.boolean().nullish().meta({ description: 'Whether the patient is fasting. Null if unknown.' }),
  collection: collection.nullish().meta({ description: 'How and when the specimen is collected' }),
  collect_on: date.nullish().meta({
    description: `Day on which the specimen should be collected, from today to ${COLLECT_WITHIN_DAYS} days ahead in the time zone of the organization`,
  }),
  notes: notesText(2000).nullish().meta({ description: 'Notes for the laboratory' }),
  lab_id: text(100).nullish().meta({
    description: 'Laboratory of the tests, as in the catalog. Required if an item is ordered by `code`.',
  }),
});

const itemStatus = z.enum(['ordered', 'in_progress', 'resulted', 'cancelled', 'not_performed']).meta({
  description:
    '`in_progress`: the laboratory has started, or sent preliminary results. `resulted`: final results are available. `cancelled`: canceled before it was performed. `not_performed`: canceled in the report of the laboratory.',
});

const item = z
  .strictObject({
    id: z.string().meta({ description: 'ID of the item, `itm_…`' }),
    test_id: z.string().nullable().meta({ description: 'Test of the catalog, `tst_…`' }),
    code: z.string().meta({ description: 'Code of the test at the laboratory, at the time of the order' }),
    loinc: z
      .string()
      .nullable()
      .meta({ description: 'LOINC number of the test; null if the catalog has none' }),
    name: z.string().meta({ description: 'Name of the test, at the time of the order' }),
    specimen: z.string().nullable().meta({ description: 'Specimen in words, such as `Serum`' }),
    answers: z.array(itemAnswer).meta({ description: 'Answers to the questions of the test' }),
    status: itemStatus,
    result_id: z.string().nullable().meta({ description: 'Latest report with this test, `res_…`' }),
  })
  .meta({ id: 'LabOrderItem' });

const addedTest = z
  .strictObject({
    code: z.string().meta({ description: 'Code of the test, as sent by the laboratory' }),
    loinc: z.string().nullable().meta({ description: 'LOINC number of the test; null if unknown' }),
    name: z.string().meta({ description: 'Name of the test, as sent by the laboratory' }),
    status: itemStatus,
    is_reflex: z.boolean().meta({
      description:
        'The laboratory marked it as added on its own. False: added for another reason, or an ordered test under a code that is not in the order.',
    }),
    result_id: z.string().meta({ description: 'Report with this test' }),
  })
  .meta({ id: 'AddedTest' });

const transmission = z
  .strictObject({
    status: z.enum(TRANSMISSION_STATUSES).meta({
      description:
        '`not_applicable`: the laboratory receives orders on paper or through its own portal. `queued`: stored, not delivered yet. `sent`: delivered; the laboratory has not decided. `accepted`, `rejected`: its decision. `failed`: not delivered after all attempts; a user can send it again. `cancel_requested`: the laboratory was asked to cancel; then `cancelled` or `cancel_refused`.',
    }),
    pending: z.boolean().meta({
      description: 'Whether the order, or the request to cancel it, is queued and not delivered yet',
    }),
    paused: z.boolean().meta({
      description:
        'Whether the order, or the request to cancel it, is queued while an administrator has paused sending to the laboratory',
    }),
    failing_since: instant.nullable().meta({
      description:
        'When attempts to send to the laboratory started to fail, while the order, or the request to cancel it, is queued. Null if the last attempt succeeded.',
    }),
    message: z.enum(OUTBOUND_KINDS).nullable().meta({
      description:
        'The latest message to the laboratory: the order, or the request to cancel it. `failed` with `cancellation`: the laboratory still has the order. Null without messages.',
    }),
    unsent: z.boolean().meta({
      description:
        'Whether a person must act because the order, or the request to cancel it, is not sent: queued for 15 minutes (5 for STAT), unless routine at once while sending is paused or fails, or a cancellation at once while sending is paused. Also true for a STAT order on paper that is not marked as sent.',
    }),
    attempts: z.number().int().meta({ description: 'Attempts to deliver `message`' }),
    last_attempt_at: instant
      .nullable()
      .meta({ description: 'Time of the last attempt to deliver `message`' }),
    accepted_at: instant.nullable().meta({ description: 'When the laboratory accepted the order' }),
    filler_order_number: z.string().nullable().meta({ description: 'The laboratory’s number of the order' }),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'Why it was rejected or failed, with the words of the laboratory' }),
  })
  .meta({ id: 'OrderTransmission', description: 'Electronic transmission to the laboratory' });

export const labOrder = z
  .strictObject({
    id: ownId('ord'),
    object: z.literal('lab_order'),
    ...resource,
    order_number: z
      .string()
      .meta({ description: 'Placer order number: 10 digits and a check digit. Compare as text.' }),
    external_id: z
      .string()
      .nullable()
      .meta({ description: 'ID of the order in your system, unique in the organization' }),
    patient_id: ref('pat').meta({ description: 'Patient for whom the tests are ordered' }),
    items: z.array(item).meta({ description: 'Ordered tests' }),
    added_tests: z.array(addedTest).meta({
      description:
        'Tests in the reports of the order that were not ordered, such as reflex tests. They do not affect `status`.',
    }),
    priority: z.enum(PRIORITIES).meta({ description: 'Urgency of the order, from `routine` to `stat`' }),
    ordering_clinician: orderingClinician.nullable().meta({ description: 'Clinician who ordered the tests' }),
    copy_to: z
      .array(z.string())
      .meta({ description: 'Users to whom the laboratory is asked to send a copy, `usr_…`' }),
    diagnoses: z.array(diagnosis).meta({ description: DIAGNOSES }),
    fasting: z.boolean().nullable().meta({ description: 'Whether the patient is fasting. Null if unknown.' }),
    collection: collection.nullable().meta({ description: 'How and when the specimen is collected' }),
    collect_on: date.nullable().meta({
      description: 'Day on which the specimen should be collected, in the time zone of the organization',
    }),
    notes: z.string().nullable().meta({ description: 'Notes for the laboratory' }),
    lab_id: z.string().nullable().meta({ description: 'Laboratory of the tests, as in the catalog' }),
    status: z.enum(ORDER_STATUSES).meta({
      description:
        '`requested`: not sent yet. `partially_resulted`: some tests have final results. `completed`: no test is open. `rejected`: by the laboratory. `failed`: could not be sent.',
    }),
    status_history: z.array(statusChange).meta({ description: 'Each status with its time, oldest first' }),
    result_ids: z.array(z.string()).meta({ description: 'Reports of the order, `res_…`' }),
    result_severity: z.enum(SEVERITIES).nullable().meta({
      description:
        'Severity of the most severe report of the order. Null without reports, or if all are canceled or entered in error.',
    }),
    expected_by: instant.nullable().meta({
      description:
        'When results are expected: the longest turnaround time of the tests, counted from the end of `collect_on`, or from the time of the order if it is null. Without a turnaround time: after 24 hours if the priority is `stat`, otherwise null.',
    }),
    overdue: z
      .boolean()
      .meta({ description: 'Whether `expected_by` has passed and the order is still open' }),
    cancelled_reason: z.string().nullable().meta({ description: 'Why it was canceled' }),
    transmission,
  })
  .meta({ id: 'LabOrder' });

export const listLabOrdersInput = z.strictObject({
  ...paging,
  patient_id: ref('pat').optional(),
  status: words(ORDER_STATUSES).optional(),
  priority: words(PRIORITIES).optional(),
  test_id: ref('tst').optional(),
  loinc: z.string().min(1).max(20).optional(),
  ordering_user_id: ref('usr').optional(),
  lab_id: z.string().min(1).max(100).optional(),
  external_id: z.string().min(1).max(200).optional(),
  order_number: z.string().min(1).max(20).optional(),
  filler_order_number: z.string().min(1).max(200).optional(),
  overdue: flag.optional(),
  stopped: flag.optional().meta({
    description:
      'Whether a person must act: rejected or not canceled by the laboratory, could not be sent, queued for 15 minutes, queued and not routine while sending is paused or fails, a STAT order that is not sent, a cancellation that is queued while sending is paused, or one that the laboratory has not answered for a day. Rejections count for 30 days, and not once all tests of the order are in orders of the patient placed since.',
  }),
  transmission_status: words(TRANSMISSION_STATUSES).optional(),
  has_results: flag.optional(),
  ...timeFilters,
  sort: z
    .enum(['created_at', '-created_at', 'updated_at', '-updated_at', 'priority', '-priority'])
    .optional()
    .meta({ description: 'Default: `-created_at`' }),
});

export const labOrderPath = z.strictObject({ id: pathParameter });
export const cancelLabOrderInput = z.strictObject({
  id: pathParameter,
  reason: notesText(MAX_ORDER_REASON).min(1).meta({ description: 'Why the order is canceled' }),
});
/** Portal only, like the next ones. */
export const rejectLabOrderInput = z.strictObject({
  id: pathParameter,
  reason: notesText(MAX_ORDER_REASON).min(1),
});
export const recordCancellationAnswerInput = z.strictObject({
  id: pathParameter,
  confirmed: z.boolean(),
  /** What the laboratory said, and who. */
  reason: notesText(MAX_ORDER_REASON).min(1),
});
export const collectLabOrderInput = z.strictObject({
  id: pathParameter,
  collected_at: inputInstant.optional().meta({ description: 'Default: now' }),
});
export const listDueOrdersInput = z.strictObject({
  limit: paging.limit,
  cursor: paging.cursor,
  ordering_user_id: ref('usr').optional(),
});
export const countOrdersInput = z.strictObject({ ordering_user_id: ref('usr').optional() });
/** Up to `COUNTED` + 1, and what their actions depend on. */
export const orderCounts = z.strictObject({
  overdue: z.number().int(),
  due: z.number().int(),
  /** As in the filter of `listLabOrders`. */
  stopped: z.number().int(),
  /** Laboratories in the catalog to which orders are transmitted. */
  connected_labs: z.array(z.string()),
});
export const orderDiagnosesInput = z.strictObject({ patient_id: ref('pat') });
export const orderDiagnoses = z.strictObject({
  /** One for each code, the latest order first. */
  data: z.array(diagnosis),
  /** Of all patients of the organization, the most frequent first. */
  known: z.array(diagnosis),
  /** The usual reasons for laboratory orders, with everyday words for them. The same for all. */
  usual: z.array(z.strictObject({ code: z.string(), description: z.string(), words: z.array(z.string()) })),
});
export const labOrderList = list(labOrder);

export type LabOrder = z.output<typeof labOrder>;
export type AddedTest = z.output<typeof addedTest>;
export type CreateLabOrderInput = z.output<typeof createLabOrderInput>;
export type CancelLabOrderInput = z.output<typeof cancelLabOrderInput>;
export type RejectLabOrderInput = z.output<typeof rejectLabOrderInput>;
export type RecordCancellationAnswerInput = z.output<typeof recordCancellationAnswerInput>;
export type CollectLabOrderInput = z.output<typeof collectLabOrderInput>;
export type ListLabOrdersInput = z.output<typeof listLabOrdersInput>;
export type ListDueOrdersInput = z.output<typeof listDueOrdersInput>;
export type CountOrdersInput = z.output<typeof countOrdersInput>;
export type OrderCounts = z.output<typeof orderCounts>;
export type OrderDiagnosesInput = z.output<typeof orderDiagnosesInput>;
export type OrderDiagnoses = z.output<typeof orderDiagnoses>;
export type LabOrderList = z.output<typeof labOrderList>;

import { z } from 'zod';
import { instant, ref } from '../../data-types/contract-parts';
import { diagnosis } from '../../data-types/lab-order';
import { ORDER_STATUSES, PRIORITIES } from '../../data-types/lab-order-codes';
import { RESULT_STATUSES, SEVERITIES } from '../../data-types/lab-result-codes';
import { catalogTest } from '../catalog/contract';
import { labOrder } from './contract';

const orderReference = z.strictObject({ id: z.string(), order_number: z.string() });

/** An order with display names, for its page and requisition in the portal. Portal only. */
export const orderSheet = z.strictObject({
  order: labOrder,
  /** As in `result_ids`. */
  reports: z.array(
    z.strictObject({ id: z.string(), status: z.enum(RESULT_STATUSES), severity: z.enum(SEVERITIES) }),
  ),
  /** By the IDs in `created_by`, `status_history`, `copy_to` and `cancellations`. */
  names: z.record(z.string(), z.string()),
  /** Requests to the laboratory to cancel, oldest first. */
  cancellations: z.array(
    z.strictObject({
      at: instant,
      by: z.string(),
      reason: z.string().nullable(),
      /** By the laboratory. */
      rejected: z.strictObject({ at: instant, reason: z.string().nullable() }).nullable(),
    }),
  ),
  lab_name: z.string().nullable(),
  /** New orders to its laboratory are transmitted. */
  lab_is_connected: z.boolean(),
  /** What to collect: one for each specimen and container, with the names of its tests. */
  specimens: z.array(
    z.strictObject({
      type: z.string().nullable(),
      container: z.string().nullable(),
      tests: z.array(z.string()),
    }),
  ),
  /** Tests for which the patient must fast. */
  fasting_test_ids: z.array(z.string()),
  questions: z.array(
    z.strictObject({ test_id: z.string(), question_id: z.string(), text: z.string(), type: z.string() }),
  ),
  /** Unmatched reports with its number, for users who may file them. */
  unmatched_report_ids: z.array(z.string()),
  /** Orders placed after the laboratory rejected it, which together have all its tests. */
  ordered_again: z.array(orderReference),
  /** Rejected orders, all tests of which it has. */
  replaces: z.array(orderReference),
});

/** What an earlier order has in common with a new one: neither answers nor notes or days. Portal only. */
export const orderTemplate = z.strictObject({
  patient_id: ref('pat'),
  order_number: z.string(),
  created_at: instant,
  /** As the catalog has them now. */
  tests: z.array(catalogTest),
  /** Names of tests that can no longer be ordered. */
  missing: z.array(z.string()),
  /** Of an order that was rejected or not sent; null otherwise. */
  priority: z.enum(PRIORITIES).nullable(),
  diagnoses: z.array(diagnosis),
});

export const openTestsInput = z.strictObject({ patient_id: ref('pat') });

const measuredTests = z.array(
  z.strictObject({
    test_id: z.string().nullable(),
    loinc: z.string().nullable(),
    name: z.string(),
    /** Of a panel. */
    components: z.array(z.strictObject({ test_id: z.string().nullable(), loinc: z.string().nullable() })),
  }),
);

/** Open and recently resulted orders of a patient, newest first, with what their tests measure. Portal only. */
export const openTests = z.strictObject({
  /** Laboratories to which orders are transmitted. */
  connected_labs: z.array(
    z.strictObject({
      /** As in the catalog. */
      id: z.string(),
      paused: z.boolean(),
      /** When attempts started to fail. */
      failing_since: instant.nullable(),
    }),
  ),
  data: z.array(
    z.strictObject({
      order_id: z.string(),
      order_number: z.string(),
      created_at: instant,
      status: z.enum(ORDER_STATUSES),
      transmission: labOrder.shape.transmission,
      tests: measuredTests,
    }),
  ),
  /** Completed within the last `RESULTED_HOURS`, with their tests that have a result. */
  resulted: z.array(
    z.strictObject({
      order_id: z.string(),
      resulted_at: instant,
      result_ids: z.array(z.string()),
      tests: measuredTests,
    }),
  ),
});

export type OpenTestsInput = z.output<typeof openTestsInput>;
export type OpenTests = z.output<typeof openTests>;
export type OrderTemplate = z.output<typeof orderTemplate>;
export type OrderSheet = z.output<typeof orderSheet>;

import { z } from 'zod';
import { labOrder } from './contract';

/** One order with the words for what it names by id: its page in the portal, and its requisition. Portal only. */
export const orderSheet = z.strictObject({
  order: labOrder,
  /** Of the people in `created_by`, `status_history` and `copy_to`, by what stands there. */
  names: z.record(z.string(), z.string()),
  lab_name: z.string().nullable(),
  /** What the answers of its items answer. */
  questions: z.array(
    z.strictObject({ test_id: z.string(), question_id: z.string(), text: z.string(), type: z.string() }),
  ),
});

export type OrderSheet = z.output<typeof orderSheet>;

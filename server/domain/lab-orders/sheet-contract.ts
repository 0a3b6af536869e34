import { z } from 'zod';
import { labOrder } from './contract';

/** An order with display names, for its page and requisition in the portal. Portal only. */
export const orderSheet = z.strictObject({
  order: labOrder,
  /** By the ids in `created_by`, `status_history` and `copy_to`. */
  names: z.record(z.string(), z.string()),
  lab_name: z.string().nullable(),
  questions: z.array(
    z.strictObject({ test_id: z.string(), question_id: z.string(), text: z.string(), type: z.string() }),
  ),
});

export type OrderSheet = z.output<typeof orderSheet>;

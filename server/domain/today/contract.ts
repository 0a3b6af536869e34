import { z } from 'zod';
import { date, instant, ref } from '../../data-types/contract-parts';
import { PRIORITIES } from '../../data-types/lab-order-codes';
import { unmatchedReport } from '../inbound-reports/contract';
import { feedHealth } from '../lab-connections/health-contract';
import { patientIdentity } from '../patients/contract';
import { criticalResult } from '../reviews/contract';
import { INBOX_GROUPS } from '../reviews/rules';
import { upload } from '../documents/upload-contract';
import { webhook, webhookHealth } from '../webhooks/contract';
import { MOST_ROWS } from './rules';

/** The start page: what needs attention today, limited to what the user may see. Portal only. */

export const getTodayInput = z.strictObject({});

/** The first rows of a list, and how many there are. Counts stop at `COUNTED` + 1. */
const part = <Row extends z.ZodType>(row: Row) =>
  z.strictObject({ count: z.number().int(), data: z.array(row).max(MOST_ROWS) });

const attentionOrder = z.strictObject({
  id: ref('ord'),
  patient: patientIdentity,
  tests: z.array(z.string()),
  priority: z.enum(PRIORITIES),
  expected_by: instant.nullable(),
  /** `unsent`: queued for too long, or a STAT order on paper. `cancel_unsent`: its cancellation is, or could not be sent. */
  state: z.enum([
    'unsent',
    'overdue',
    'rejected',
    'failed',
    'cancel_refused',
    'cancel_requested',
    'cancel_unsent',
  ]),
});

const dueOrder = z.strictObject({
  id: ref('ord'),
  patient: patientIdentity,
  tests: z.array(z.string()),
  collect_on: date,
});

/** One number for each hour of the last 24, oldest first. */
const perHour = z.array(z.number().int());

const health = z.strictObject({
  feeds: feedHealth.extend({ per_hour: perHour }),
  webhooks: z.strictObject({
    data: z.array(webhook.pick({ id: true, enabled: true, status: true, disabled_reason: true })),
    health: z.array(webhookHealth),
    per_hour: perHour,
  }),
  audit: z.strictObject({
    /** Of the newest seal; null if nothing was sealed yet. */
    sealed_at: instant.nullable(),
    /** Time of the oldest entry without a seal; null if all are sealed. */
    unsealed_since: instant.nullable(),
    per_hour: perHour,
  }),
  documents: z.strictObject({
    /** Received, but not scanned for malware yet. */
    unchecked: z.number().int(),
    unchecked_since: instant.nullable(),
    /** Quarantined within the last seven days. */
    quarantined: z.number().int(),
    per_hour: perHour,
  }),
});

export const today = z.strictObject({
  object: z.literal('today'),
  as_of: instant,
  /**
   * Unsigned critical reports, longest unsigned first: for signers those of the user or without an assignee, for other
   * readers of results all. Null for roles without results.
   */
  critical: part(
    criticalResult.extend({
      since: instant.nullable(),
      assignee: z.enum(['self', 'covered', 'other']).nullable(),
      /** As on the report; null if the person has left. */
      assignee_name: z.string().nullable(),
    }),
  ).nullable(),
  to_sign: z
    .strictObject({
      /** Of the user and of those they cover, most severe group first; groups without reports are omitted. */
      groups: z.array(z.strictObject({ group: z.enum(INBOX_GROUPS), count: z.number().int() })),
      mine: z.number().int(),
      unassigned: z.number().int(),
      unassigned_critical: z.number().int(),
      /** Not signed off, as in the list of documents; 0 in organizations that receive none as messages. */
      documents: z.number().int(),
    })
    .nullable(),
  /** `stopped` ones first, as in the list of orders, then overdue ones, most overdue first. Null for roles without results, like `due`. */
  orders: part(attentionOrder).extend({ overdue: z.number().int(), stopped: z.number().int() }).nullable(),
  /** Planned collections whose day has come, oldest first. */
  due: part(dueOrder).nullable(),
  /** `count` includes documents and messages with patient data that need a decision. Null for roles that decide nothing. */
  unmatched: part(unmatchedReport)
    .extend({
      documents: z.number().int(),
      patient_updates: z.number().int(),
      /** Reports, not part of `count`. */
      set_aside: z.number().int(),
      /** Of these. */
      critical_set_aside: z.array(unmatchedReport).max(MOST_ROWS),
    })
    .nullable(),
  /** Of the user. */
  uploads: part(
    upload.pick({ id: true, file_name: true, expires_at: true }).extend({ patient: patientIdentity }),
  ).nullable(),
  recent: z.array(patientIdentity.extend({ opened_at: instant })).max(MOST_ROWS),
  /** For administrators. */
  health: health.nullable(),
});

export type Today = z.output<typeof today>;
export type TodayHealth = z.output<typeof health>;

import { z } from 'zod';
import { EVENT_PATTERNS, EVENT_TYPES } from '../../events/catalog';
import { inputInstant, instant, list, ownId, paging, ref } from '../../data-types/contract-parts';

/** Events as sent to webhooks and listed by the events endpoint. Thin: IDs, type and time, never patient data. */

const event = z
  .strictObject({
    id: ownId('evt'),
    object: z.literal('event'),
    type: z
      .enum(EVENT_TYPES)
      .meta({ open: true, description: 'What happened, such as `lab_result.finalized`' }),
    test: z.literal(true).optional().meta({
      description:
        'Only in a test event with a sample of another type: nothing has changed, and the object does not exist',
    }),
    created_at: instant.meta({ description: 'Time of the change' }),
    sequence: z.number().int().min(1).meta({
      description:
        'Number of the event among those of its object, from 1 without gaps. Of two events, the one with the higher number is later.',
    }),
    api_version: z.string().meta({ description: 'Version of the API that the event follows' }),
    org_id: ref('org').meta({ description: 'Organization of the object' }),
    actor: z.string().meta({ description: '`usr_…`, `key_…` or `system`' }),
    data: z
      .strictObject({
        object: z
          .strictObject({
            object: z.string().meta({ description: 'Kind of object, such as `lab_result`' }),
            id: z.string().meta({ description: 'ID of the object' }),
            version: z.number().int().meta({ description: 'Version of the object' }),
            status: z.string().nullable().meta({
              description: 'Status of the object; null if it has none',
            }),
            href: z
              .string()
              .nullable()
              .meta({ description: 'Path of the object; null if it is not available in `/v1`' }),
            patient_id: ref('pat')
              .nullable()
              .meta({ description: 'Patient of the object; null without one' }),
            severity: z.string().optional().meta({
              description:
                'Only in `lab_result.critical`, `lab_result.reviewer_changed` and `lab_result.unmatched`',
            }),
            survivor_id: ref('pat').optional().meta({
              description: 'Only in `patient.merged` and `patient.unmerged`: the other record',
            }),
            reviewer_id: ref('usr').nullable().optional().meta({
              description:
                'Only in `lab_result.reviewer_changed`: the user to whom the report is assigned; null for the group',
            }),
          })
          .meta({ description: 'The object that changed' }),
        changed_fields: z
          .array(z.string())
          .meta({ description: 'Names of the changed fields, without values' }),
        previous: z
          .record(z.string(), z.string())
          .meta({ description: 'The previous status, if it changed' }),
      })
      .meta({ description: 'What changed, without patient data' }),
  })
  .meta({ id: 'Event' });

/** Allowed values of `type`: events, and all events of a resource. Omitting it selects everything. */
const TYPE_FILTERS = EVENT_PATTERNS.filter((pattern) => pattern !== '*');
/** Error messages repeat only values shaped like an event type, so they cannot contain a patient's name. */
const NAME_SHAPE = /^[a-z_]{1,40}\.(?:[a-z_]{1,40}|\*)$/;

const typeFilter = z
  .string()
  .max(1000)
  .superRefine((value, issues) => {
    const unknown = value.split(',').filter((name) => !TYPE_FILTERS.includes(name));
    if (unknown.length === 0) return;
    const named = unknown.filter((name) => NAME_SHAPE.test(name)).slice(0, 5);
    issues.addIssue({
      code: 'custom',
      params: { code: 'not_allowed' },
      message: `must be event types or \`<resource>.*\`, separated by commas${named.length > 0 ? `. Unknown: ${named.join(', ')}` : ''}`,
    });
  })
  .transform((value) => value.split(','))
  .meta({ description: 'Event types or `<resource>.*`, comma-separated', words: TYPE_FILTERS });

export const EVENT_OBJECTS = ['patient', 'lab_order', 'lab_result', 'document', 'webhook'] as const;

export const listEventsInput = z.strictObject({
  ...paging,
  type: typeFilter.optional(),
  object_id: z
    .string()
    .regex(
      /^(?:pat|ord|res|doc|wh)_[0-7][0-9a-hjkmnp-tv-z]{25}$/,
      'must be the ID of a patient, lab order, lab result, document or webhook',
    )
    .optional()
    .meta({ description: 'Only events of this object' }),
  created_since: inputInstant.optional(),
  sort: z.enum(['position', '-position']).optional().meta({
    description:
      'Default: `-position`, newest first. Use `position` to catch up: oldest first, always with a `next_cursor`.',
  }),
});

export const eventList = list(event);

export type Event = z.output<typeof event>;
export type ListEventsInput = z.output<typeof listEventsInput>;
export type EventList = z.output<typeof eventList>;

import { z } from 'zod';
import { inputInstant, instant, precision, ref, text } from './contract-parts';
import { DIAGNOSIS_CODE, ORDER_STATUSES } from './lab-order-codes';

/** Parts of a lab order that are stored as JSON. */

export const orderingClinician = z
  .strictObject({
    user_id: ref('usr').nullable().default(null).meta({ description: 'User of the organization' }),
    name: text(200).nullable().default(null).meta({ description: 'Full name' }),
    npi: z
      .string()
      .regex(/^\d{10}$/, 'must have 10 digits')
      .nullable()
      .default(null)
      .meta({ description: 'National Provider Identifier (US)' }),
  })
  .meta({ id: 'OrderingClinicianInput', outputId: 'OrderingClinician' });

export const diagnosis = z
  .strictObject({
    code: z
      .string()
      .regex(DIAGNOSIS_CODE, 'must be an ICD-10 code such as E11.9')
      .meta({ description: 'ICD-10 code in capital letters, with the dot. Only the syntax is checked.' }),
    system: z.enum(['icd-10', 'icd-10-cm']).meta({ description: 'Code system' }),
    description: text(200).nullable().default(null).meta({ description: 'Text of the diagnosis' }),
  })
  .meta({ id: 'DiagnosisInput', outputId: 'Diagnosis' });

export const collection = z
  .strictObject({
    method: z
      .enum(['on_site', 'lab', 'home', 'patient'])
      .nullable()
      .default(null)
      .meta({ description: 'Where or by whom the specimen is collected' }),
    collected_at: inputInstant.nullable().default(null).meta({ description: 'Time of collection, RFC 3339' }),
    collected_at_precision: precision.nullable().default(null),
    collector: text(200)
      .nullable()
      .default(null)
      .meta({ description: 'Name of the person who collected the specimen' }),
  })
  .meta({ id: 'CollectionInput', outputId: 'Collection' });

export const itemAnswer = z
  .strictObject({
    question_id: z
      .string()
      .min(1)
      .max(100)
      .meta({ description: 'ID of a question of the test in the catalog' }),
    value: text(500).meta({
      description:
        'Answer as text. By the type of the question: a number such as `12.5`, a date such as `2026-03-31`, `yes` or `no`, or one of the options.',
    }),
  })
  .meta({ id: 'ItemAnswer' });

export const statusChange = z
  .strictObject({
    status: z.enum(ORDER_STATUSES).meta({ description: 'Status from this time on' }),
    at: instant.meta({ description: 'Time of the change' }),
    by: z.string().meta({ description: '`usr_…`, `key_…` or `system`' }),
    reason: z.string().nullable().meta({ description: 'Reason, if one was given' }),
    source: z.enum(['api', 'portal', 'message', 'system']).meta({
      description: '`api`: a program. `portal`: a user. `message`: the laboratory. `system`: this service.',
    }),
  })
  .meta({ id: 'StatusChange' });

export type OrderingClinician = z.output<typeof orderingClinician>;
export type Diagnosis = z.output<typeof diagnosis>;
export type Collection = z.output<typeof collection>;
export type ItemAnswer = z.output<typeof itemAnswer>;
export type StatusChange = z.output<typeof statusChange>;

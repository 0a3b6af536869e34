import { z } from 'zod';
import { text } from './contract-parts';

/** Parts of a patient that are stored as JSON. */

export const humanName = z
  .strictObject({
    family: text(100),
    given: z.array(text(100)).min(1).max(10),
    prefix: text(100).nullable().default(null),
    suffix: text(100).nullable().default(null),
    use: z.enum(['official', 'usual', 'maiden']).nullable().default(null),
  })
  .meta({
    id: 'HumanNameInput',
    outputId: 'HumanName',
    description: 'A name. `family` and one `given` are required; each part has at most 100 characters.',
  });

export const patientIdentifier = z
  .strictObject({
    system: text(200),
    value: text(100),
    type: z.enum(['mrn', 'national_id', 'passport', 'insurance', 'lab', 'other']),
    type_code: text(20).nullable().default(null).meta({ description: 'HL7 table 0203' }),
    assigner: text(100).nullable().default(null),
  })
  .meta({ id: 'PatientIdentifierInput', outputId: 'PatientIdentifier' });

export const contactPoint = z
  .strictObject({
    value: z.string().meta({ description: 'E.164 if the number can be parsed, otherwise as entered' }),
    raw: z.string().meta({ description: 'As entered' }),
    use: z.enum(['mobile', 'home', 'work']).nullable(),
  })
  .meta({ id: 'PhoneNumber' });

export const emailAddress = z
  .strictObject({
    value: z.email().max(254),
    use: z.enum(['home', 'work']).nullable().default(null),
  })
  .meta({ id: 'EmailAddressInput', outputId: 'EmailAddress' });

export const address = z
  .strictObject({
    lines: z.array(text(200)).max(5).default([]),
    city: text(100).nullable().default(null),
    state: text(100).nullable().default(null),
    postal_code: text(20).nullable().default(null),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, 'must be an ISO 3166-1 alpha-2 code')
      .nullable()
      .default(null),
    use: z.enum(['home', 'work', 'temporary']).nullable().default(null),
  })
  .meta({ id: 'AddressInput', outputId: 'Address' });

export type HumanName = z.output<typeof humanName>;
export type PatientIdentifier = z.output<typeof patientIdentifier>;
export type ContactPoint = z.output<typeof contactPoint>;
export type EmailAddress = z.output<typeof emailAddress>;
export type Address = z.output<typeof address>;

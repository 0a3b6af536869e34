import { z } from 'zod';
import { text } from './contract-parts';

/** Parts of a patient that are stored as JSON. */

export const humanName = z
  .strictObject({
    family: text(100).meta({ description: 'Family name' }),
    given: z.array(text(100)).min(1).max(10).meta({ description: 'Given names, first name first' }),
    prefix: text(100).nullable().default(null).meta({ description: 'Title before the name, such as `Dr.`' }),
    suffix: text(100).nullable().default(null).meta({ description: 'Part after the name, such as `Jr.`' }),
    use: z
      .enum(['official', 'usual', 'maiden'])
      .nullable()
      .default(null)
      .meta({ description: 'Purpose of the name' }),
  })
  .meta({
    id: 'HumanNameInput',
    outputId: 'HumanName',
    description: 'A name. `family` and one `given` are required; each part has at most 100 characters.',
  });

export const patientIdentifier = z
  .strictObject({
    system: text(200).meta({ description: 'Namespace of the value, for example a URI or an OID' }),
    value: text(100).meta({ description: 'The identifier, unique within `system`' }),
    type: z
      .enum(['mrn', 'national_id', 'passport', 'insurance', 'lab', 'other'])
      .meta({ description: 'Kind of identifier' }),
    type_code: text(20)
      .nullable()
      .default(null)
      .meta({ description: 'Code of the type in HL7 table 0203, such as `MR`' }),
    assigner: text(100).nullable().default(null).meta({ description: 'Organization that issued it' }),
  })
  .meta({ id: 'PatientIdentifierInput', outputId: 'PatientIdentifier' });

export const contactPoint = z
  .strictObject({
    value: z.string().meta({ description: 'E.164 if the number can be parsed, otherwise as entered' }),
    raw: z.string().meta({ description: 'As entered' }),
    use: z.enum(['mobile', 'home', 'work']).nullable().meta({ description: 'Where the number is used' }),
  })
  .meta({ id: 'PhoneNumber' });

export const emailAddress = z
  .strictObject({
    value: z.email().max(254).meta({ description: 'Email address' }),
    use: z.enum(['home', 'work']).nullable().default(null).meta({ description: 'Where the address is used' }),
  })
  .meta({ id: 'EmailAddressInput', outputId: 'EmailAddress' });

export const address = z
  .strictObject({
    lines: z
      .array(text(200))
      .max(5)
      .default([])
      .meta({ description: 'Street, house number and apartment, in the order of the envelope' }),
    city: text(100).nullable().default(null).meta({ description: 'City or town' }),
    state: text(100).nullable().default(null).meta({ description: 'State, province or region' }),
    postal_code: text(20).nullable().default(null).meta({ description: 'ZIP or postal code' }),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, 'must be an ISO 3166-1 alpha-2 code')
      .nullable()
      .default(null)
      .meta({ description: 'Two-letter country code (ISO 3166-1 alpha-2), such as `US`' }),
    use: z
      .enum(['home', 'work', 'temporary'])
      .nullable()
      .default(null)
      .meta({ description: 'Purpose of the address' }),
  })
  .meta({ id: 'AddressInput', outputId: 'Address' });

export type HumanName = z.output<typeof humanName>;
export type PatientIdentifier = z.output<typeof patientIdentifier>;
export type ContactPoint = z.output<typeof contactPoint>;
export type EmailAddress = z.output<typeof emailAddress>;
export type Address = z.output<typeof address>;

import { z } from 'zod';
import { instant, ref, text } from '../../data-types/contract-parts';

/** Mappings of a laboratory's units to UCUM (https://ucum.org). Portal only. */

/** UCUM is case-sensitive: `mg` and `Mg` differ. Printable ASCII without spaces. */
const ucum = z
  .string()
  .regex(/^[!-~]{1,60}$/, 'must be a UCUM unit such as mmol/L')
  .meta({ description: 'UCUM, case sensitive' });

export const listLabUnitsInput = z.strictObject({ connection_id: ref('lab') });

export const labUnit = z.strictObject({
  object: z.literal('lab_unit'),
  connection_id: ref('lab'),
  unit: z.string().meta({ description: 'As sent' }),
  ucum: z.string().nullable().meta({ description: 'Null: not mapped yet' }),
  mapped_at: instant.nullable(),
});
/** Mapped units, and unknown units of recent reports. */
export const labUnitList = z.strictObject({ data: z.array(labUnit) });

export const mapLabUnitInput = z.strictObject({
  connection_id: ref('lab'),
  unit: text(60),
  /** Null removes the mapping. */
  ucum: ucum.nullable(),
});

export type ListLabUnitsInput = z.output<typeof listLabUnitsInput>;
export type LabUnit = z.output<typeof labUnit>;
export type LabUnitList = z.output<typeof labUnitList>;
export type MapLabUnitInput = z.output<typeof mapLabUnitInput>;

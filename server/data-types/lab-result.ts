import { z } from 'zod';
import { instant } from './contract-parts';
import { RESULT_STATUSES } from './lab-result-codes';

/** Parts of a lab result that are stored as JSON. */

export const note = z
  .strictObject({
    text: z.string().meta({ description: 'Text of the note, with its line breaks' }),
    source: z.string().nullable().meta({
      description:
        'Code of the author as sent (HL7 table 0105), such as `L` for the laboratory or `P` for the orderer; `service` if this service added the note',
    }),
  })
  .meta({ id: 'ResultNote' });

const codeSystem = z.string().nullable().meta({
  description: 'Code system as sent, such as `LN` for LOINC or `L` for a local code (HL7 table 0396)',
});
const display = z.string().nullable().meta({ description: 'Name of the code, as sent' });
export const codedValue = z
  .strictObject({
    system: codeSystem,
    code: z.string().meta({ description: 'Code in `system`' }),
    display,
  })
  .meta({ id: 'CodedValue' });
export const alternateCode = z
  .strictObject({
    system: codeSystem,
    code: z.string().nullable().meta({ description: 'Code in `system`; null if only a name was sent' }),
    display,
  })
  .meta({ id: 'AlternateCode' });
export const referenceRange = z
  .strictObject({
    low: z.number().nullable().meta({
      description: 'Lower limit, inclusive, in the unit of the line; null if `text` states none',
    }),
    high: z.number().nullable().meta({
      description: 'Upper limit, inclusive, in the unit of the line; null if `text` states none',
    }),
    text: z.string().nullable().meta({ description: 'Exactly as received' }),
    applies_to: z.string().nullable().meta({
      description: 'Group of people for whom the range is valid, as text; null if not stated',
    }),
  })
  .meta({ id: 'ReferenceRange' });

export const resultStatus = z.enum(RESULT_STATUSES).meta({
  description:
    '`preliminary`: not verified yet. `partial`: some tests are final, others pending. `corrected`: changed after it was final. `cancelled`: no test was performed. `entered_in_error`: filed to the wrong patient; do not use it.',
});

/** A LOINC number of a panel or line. */
export const loincNumber = z.string().nullable().meta({
  description: 'LOINC number: sent by the laboratory, or mapped from its code; null if unknown',
});

export const panelHead = z.strictObject({
  id: z.string().meta({ description: 'ID of the panel, `pnl_…`' }),
  code: z.string().meta({ description: 'Code of the panel or test, as sent (HL7 v2 OBR-4)' }),
  loinc: loincNumber,
  name: z.string().meta({ description: 'Name of the panel or test, as sent' }),
  status: z.enum(RESULT_STATUSES).meta({ description: 'Like `status` of the result, for this panel' }),
  is_reflex: z.boolean().meta({
    description: 'Whether the laboratory added the panel, for example because of an abnormal result',
  }),
  parent_observation_id: z.string().nullable().meta({
    description: 'Line of the same result that led to this panel (HL7 v2 OBR-26)',
  }),
  notes: z.array(note).meta({ description: 'Notes on the panel' }),
});

export const lab = z
  .strictObject({
    id: z.string().meta({ description: 'ID of the laboratory, as in the filter `lab_id`' }),
    name: z.string().meta({ description: 'Name of the laboratory' }),
    accreditation_number: z.string().nullable().meta({
      description: 'Accreditation of the laboratory, such as its CLIA number',
    }),
    director: z.string().nullable().meta({ description: 'Medical director of the laboratory' }),
  })
  .meta({ description: 'Laboratory that reported the result' });

export const specimen = z
  .strictObject({
    id: z.string().nullable().meta({ description: 'ID of the specimen, as sent (HL7 v2 SPM-2)' }),
    type: z.string().nullable().meta({ description: 'Type in words, such as `Serum` (SPM-4 or OBR-15)' }),
    type_code: z.string().nullable().meta({ description: 'Code of the type, as sent' }),
    collected_at: instant.nullable().meta({ description: 'When it was collected (SPM-17)' }),
    received_at: instant.nullable().meta({ description: 'When the laboratory received it (SPM-18)' }),
    condition: z.string().nullable().meta({ description: 'Condition, such as `Hemolyzed` (SPM-24)' }),
    rejected_reason: z.string().nullable().meta({
      description: 'Why the laboratory rejected it (SPM-21); several reasons are joined with `; `',
    }),
  })
  .meta({ id: 'Specimen' });

export const review = z
  .strictObject({
    by: z.string().meta({ description: 'User who signed, `usr_…`' }),
    at: instant.meta({ description: 'When the user signed' }),
    version: z.number().int().meta({ description: 'Version of the result that was signed' }),
    comment: z.string().nullable().meta({ description: 'Comment of the user' }),
  })
  .meta({ id: 'Review' });

export const correction = z
  .strictObject({
    version: z.number().int().meta({ description: 'Version that has the changes' }),
    at: instant.meta({ description: 'When the changes were made here' }),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'Reason of a user; null if the laboratory sent the changes' }),
    changes: z
      .array(
        z.strictObject({
          observation_id: z.string().nullable().meta({
            description: 'Line that changed; null if `field` is one of the report or of a panel',
          }),
          field: z.string().meta({ description: 'Name of the field, such as `value_text`' }),
          from: z.string().nullable().meta({ description: 'Value before; JSON if it is not text' }),
          to: z.string().nullable().meta({ description: 'Value after, in the same form' }),
        }),
      )
      .meta({ description: 'Fields that changed' }),
  })
  .meta({ id: 'Correction' });

export const source = z
  .strictObject({
    kind: z.enum(['hl7v2', 'fhir', 'file', 'manual']).meta({
      description: '`hl7v2`, `fhir`: a message. `file`: an import. `manual`: entered by a user.',
    }),
    message_id: z.string().nullable().meta({ description: 'Message that contained it, `msg_…`' }),
  })
  .meta({ description: 'How the current version was received' });

export type ResultNote = z.output<typeof note>;
export type CodedValue = z.output<typeof codedValue>;
export type AlternateCode = z.output<typeof alternateCode>;
export type ReferenceRange = z.output<typeof referenceRange>;

export type PanelHead = z.output<typeof panelHead>;
export type LabInfo = z.output<typeof lab>;
export type Specimen = z.output<typeof specimen>;
export type Review = z.output<typeof review>;
export type Correction = z.output<typeof correction>;
export type ResultSource = z.output<typeof source>;

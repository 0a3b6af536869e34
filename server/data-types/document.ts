import { z } from 'zod';
import { text } from './contract-parts';

/** Parts of a document that are stored as JSON. */

export const documentType = z
  .strictObject({
    system: text(200).meta({ description: 'Code system, such as `http://loinc.org`' }),
    code: text(50).meta({ description: 'Code in `system`' }),
    display: text(200).nullable().default(null).meta({ description: 'Name of the code' }),
  })
  .meta({ id: 'DocumentTypeInput', outputId: 'DocumentType' });

export type DocumentType = z.output<typeof documentType>;

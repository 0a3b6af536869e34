import { z } from 'zod';
import { text } from './contract-parts';

/** Parts of a document that are stored as JSON. */

export const documentType = z
  .strictObject({
    system: text(200),
    code: text(50),
    display: text(200).nullable().default(null),
  })
  .meta({ id: 'DocumentTypeInput', outputId: 'DocumentType' });

export type DocumentType = z.output<typeof documentType>;

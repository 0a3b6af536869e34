import { z } from 'zod';
import {
  date,
  inputDate,
  instant,
  list,
  metadata,
  nameText,
  notesText,
  paging,
  ownId,
  ownMetadata,
  pathParameter,
  precision,
  ref,
  resource,
  text,
  timeFilters,
  words,
} from '../../data-types/contract-parts';
import { MEDIA_TYPES } from '../../media-types';
import { inMegabytes, MAX_INLINE_BYTES } from '../../file-sizes';
import { CATEGORIES, DOCUMENT_STATUSES, SIGN_OFF_STATES } from './rules';
import { documentType } from '../../data-types/document';
import { patientIdentity } from '../patients/contract';
import { DOCUMENT_RELATIONS, NEWER_AT_SENDER, SOURCE_STATUSES } from '../../data-types/document-codes';

/**
 * Documents: metadata of a file that belongs to one patient. The bytes are transferred separately (base64, multipart,
 * PUT to an upload URL, content endpoint).
 */

/** Metadata that the caller may provide, in all forms of upload. */
const documentFacts = {
  patient_id: ref('pat').meta({ description: 'Patient to whose chart the document belongs' }),
  title: nameText(200).nullish().meta({ description: 'Default: the file name' }),
  category: z.enum(CATEGORIES).default('other').meta({ description: 'Group under which the chart shows it' }),
  type: documentType.nullish().meta({ description: 'Code of the type, for example in LOINC' }),
  document_date: inputDate
    .nullish()
    .meta({ description: 'Date of the content, YYYY-MM-DD, not of the upload' }),
  description: notesText(2000).nullish().meta({ description: 'Free text, shown with the document' }),
  author: nameText(200).nullish().meta({ description: 'Person or organization that wrote it' }),
  order_id: ref('ord').nullish().meta({ description: 'Lab order of the same patient' }),
  result_id: ref('res').nullish().meta({ description: 'Lab result of the same patient' }),
  metadata: metadata.optional(),
};

export const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal characters');

/** Part `metadata` of the multipart form (form B). If given, `sha256` is compared with the bytes. */
export const documentMetadata = z.strictObject({
  ...documentFacts,
  sha256: sha256.nullish().meta({
    description: 'SHA-256 of the file in lower-case hexadecimal. Compared with the bytes, if given.',
  }),
});

const inlineContent = z
  .strictObject({
    data: z.string().meta({ description: 'base64 (RFC 4648, with padding)', contentEncoding: 'base64' }),
    file_name: text(255).meta({ description: 'Name of the file, with its extension' }),
    content_type: z.string().max(255).nullish().meta({
      description: 'Declared media type, such as `application/pdf`. The type of the bytes is detected.',
    }),
    sha256: sha256.nullish().meta({
      description: 'SHA-256 of the file in lower-case hexadecimal. Compared with the bytes, if given.',
    }),
  })
  .meta({ id: 'InlineContent' });

const announcedUpload = z
  .strictObject({
    size: z.number().int().min(1).meta({ description: 'Size in bytes' }),
    sha256: sha256.meta({ description: 'SHA-256 of the bytes to be uploaded, in lower-case hexadecimal' }),
    content_type: z.string().min(1).max(255).meta({ description: 'Media type, such as `application/pdf`' }),
    file_name: text(255).meta({ description: 'Name of the file, with its extension' }),
  })
  .meta({ id: 'AnnouncedUpload' });

/** JSON: either `content` (form A, at most 10 MB decoded) or `upload` (form C, two steps). */
export const createDocumentInput = z
  .strictObject({
    ...documentFacts,
    content: inlineContent.optional().meta({
      description: `The file, at most ${inMegabytes(MAX_INLINE_BYTES)} decoded; either this or \`upload\``,
    }),
    upload: announcedUpload.optional().meta({
      description:
        'Announces a file whose bytes are sent by PUT to the URL in the response; either this or `content`',
    }),
  })
  // Runs even after other errors, so that one response contains them all.
  .superRefine(oneWayOfUpload, { when: () => true });

function oneWayOfUpload(input: unknown, ctx: z.RefinementCtx): void {
  const { content, upload } = (input ?? {}) as { content?: unknown; upload?: unknown };
  if ((content === undefined) !== (upload === undefined)) return;
  ctx.addIssue(
    content === undefined
      ? {
          code: 'custom',
          path: ['content'],
          params: { code: 'required' },
          message: 'is required unless you send upload',
        }
      : {
          code: 'custom',
          path: ['upload'],
          params: { code: 'not_allowed' },
          message: 'cannot be combined with content',
        },
  );
}

const pendingUpload = z
  .strictObject({
    url: z.string().nullable().meta({
      description:
        'URL for the upload. It needs no credential, so treat it as a secret. Only the response to the POST contains it.',
    }),
    method: z.literal('PUT').meta({ description: 'HTTP method of the upload' }),
    headers: z.record(z.string(), z.string()).meta({ description: 'Headers that the PUT must have' }),
    expires_at: instant.meta({ description: 'Latest start of the PUT' }),
  })
  .meta({ id: 'PendingUpload' });

/** Documents received from a hospital or laboratory as a message (HL7 v2 MDM). */
const documentSource = z
  .strictObject({
    connection_id: ref('lab').meta({ description: 'Connection that received it' }),
    connection_name: z.string().meta({ description: 'Name of the connection when it was received' }),
    number: z.string().nullable().meta({ description: 'Number of the sender (TXA-12)' }),
    parent_number: z
      .string()
      .nullable()
      .meta({ description: 'Number of the document that it adds to or replaces (TXA-13)' }),
    relation: z
      .enum(DOCUMENT_RELATIONS)
      .meta({ open: true, description: 'Relation to the document in `parent_number`' }),
    status: z
      .enum(SOURCE_STATUSES)
      .nullable()
      .meta({ open: true, description: 'From the completion status (TXA-17); null if not sent or unknown' }),
    completion_code: z.string().nullable().meta({ description: 'TXA-17 as sent (HL7 table 0271)' }),
    confidentiality_code: z.string().nullable().meta({ description: 'TXA-18 as sent (HL7 table 0272)' }),
    availability_code: z.string().nullable().meta({ description: 'TXA-19 as sent (HL7 table 0273)' }),
    originated_at: instant.nullable().meta({ description: 'When the document was written (TXA-6)' }),
    originated_at_precision: precision
      .nullable()
      .meta({ description: 'Precision of `originated_at`; null if it is not known' }),
    sent_at: instant.meta({ description: 'When the message was sent (MSH-7)' }),
    newer: z.enum(NEWER_AT_SENDER).nullable().meta({
      open: true,
      description:
        'The sender has announced an addendum, edit or replacement that was not received, or not readable',
    }),
    parent_unknown: z.boolean().meta({ description: 'The document in `parent_number` was not received' }),
    unread_files: z.number().int().meta({ description: 'Files of the message that could not be stored' }),
  })
  .meta({ id: 'DocumentSource' });

export const document = z
  .strictObject({
    id: ownId('doc'),
    object: z.literal('document'),
    ...resource,
    patient_id: ref('pat').meta({ description: 'Patient to whose chart the document belongs' }),
    title: z.string().meta({ description: 'Title in the chart' }),
    category: z.enum(CATEGORIES).meta({ open: true, description: 'Group under which the chart shows it' }),
    type: documentType.nullable().meta({ description: 'Code of the type, for example in LOINC' }),
    document_date: date
      .nullable()
      .meta({ description: 'Date of the content, YYYY-MM-DD, not of the upload' }),
    description: z.string().nullable().meta({ description: 'Free text, shown with the document' }),
    author: z.string().nullable().meta({ description: 'Person or organization that wrote it' }),
    order_id: z.string().nullable().meta({ description: 'Lab order of the same patient' }),
    result_id: z.string().nullable().meta({ description: 'Lab result of the same patient' }),
    file_name: z.string().meta({ description: 'Name of the file, with its extension' }),
    content_type: z.string().meta({
      description: `Detected from the bytes, one of ${Object.keys(MEDIA_TYPES).join(', ')}. While \`pending_upload\`, the announced type.`,
    }),
    declared_content_type: z
      .string()
      .nullable()
      .meta({ description: 'Media type that the sender stated; null if none' }),
    size: z.number().int().meta({ description: 'Size in bytes' }),
    sha256: z.string().meta({ description: 'SHA-256 of the file in lower-case hexadecimal' }),
    page_count: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'Number of pages; null if unknown, as always in this version' }),
    encrypted: z.boolean().meta({ description: 'Whether a password is needed to open the file' }),
    lacks_end: z.boolean().meta({
      description:
        'Whether the end of a PDF file is missing, as after an interrupted transfer: browsers may not open it. False for files stored before this was checked.',
    }),
    rotation: z.number().int().meta({
      description:
        'Degrees clockwise by which the portal rotates an image (0, 90, 180 or 270), in addition to its EXIF orientation. The bytes are as received.',
    }),
    duplicate_of: z
      .string()
      .nullable()
      .meta({ description: 'Earlier document of the same patient with the same bytes' }),
    status: z.enum(DOCUMENT_STATUSES).meta({
      description:
        '`pending_upload`: the PUT is missing. `processing`: the malware scan is not done. `quarantined`: it contains malware. `failed`: the upload failed. `entered_in_error`: withdrawn by a user.',
    }),
    signed_off_by: z
      .string()
      .nullable()
      .meta({ description: 'User who signed off the document in the portal; null if it is not signed off' }),
    signed_off_at: instant.nullable().meta({ description: 'Time of the sign-off' }),
    scan_status: z.enum(['skipped', 'pending', 'clean', 'infected', 'error']).meta({
      description: 'Malware scan. `skipped`: none is configured. `error`: no result yet; it is repeated.',
    }),
    content_url: z
      .string()
      .nullable()
      .meta({ description: 'Signed URL of the bytes, valid for 5 minutes; only while `available`' }),
    upload: pendingUpload.nullable().meta({ description: 'Only while `pending_upload`' }),
    source: documentSource.nullable().meta({ description: 'Null unless received as a message' }),
    replaces: z.string().nullable().meta({ description: 'Earlier version' }),
    replaced_by: z.string().nullable().meta({
      description: 'Version of the sender that is valid instead. The content stays readable.',
    }),
    addendum_to: z.string().nullable().meta({ description: 'Document that this one adds to, `doc_…`' }),
    withdrawn_at: instant.nullable().meta({
      description: 'When the sender withdrew the document. The content stays readable.',
    }),
    file_removed_at: instant.nullable().meta({
      description: 'When the file was removed: 30 days after receipt, if it contains malware.',
    }),
    metadata: ownMetadata,
  })
  .meta({ id: 'Document' });

export const listDocumentsInput = z.strictObject({
  ...paging,
  patient_id: ref('pat').optional(),
  category: words(CATEGORIES).optional(),
  type: z.string().min(1).max(50).optional().meta({ description: 'Code of `type`' }),
  order_id: ref('ord').optional(),
  result_id: ref('res').optional(),
  q: z.string().min(2).max(200).optional().meta({ description: 'In title, file name or description' }),
  content_type: z.string().min(1).max(255).optional(),
  status: words(DOCUMENT_STATUSES).optional(),
  sign_off: z
    .enum(SIGN_OFF_STATES)
    .optional()
    .meta({ description: '`unsigned`: available, neither replaced nor withdrawn, and not signed off' }),
  superseded: z.enum(['include', 'exclude']).optional().meta({
    description:
      '`exclude`: without versions whose `replaced_by` is available and not withdrawn. Default: `include`',
  }),
  document_date_since: inputDate.optional(),
  document_date_until: inputDate.optional(),
  ...timeFilters,
  sort: z
    .enum(['created_at', '-created_at', 'updated_at', '-updated_at'])
    .optional()
    .meta({ description: 'Default: `-created_at`' }),
});

/** Portal only: which of these files the chart, or another one, already contains. */
export const findDocumentCopiesInput = z.strictObject({
  patient_id: ref('pat'),
  sha256: z.array(sha256).min(1).max(50),
});
export const documentCopies = z.strictObject({
  data: z.array(
    z.strictObject({
      sha256: z.string(),
      id: ref('doc'),
      title: z.string(),
      created_at: instant,
      /** Of the other chart; null: it is in the chart of the patient. */
      patient: patientIdentity.nullable(),
    }),
  ),
});

export const documentPath = z.strictObject({ id: pathParameter });
export const documentList = list(document);

export type DocumentMetadata = z.output<typeof documentMetadata>;
export type CreateDocumentInput = z.output<typeof createDocumentInput>;
export type InlineContent = z.output<typeof inlineContent>;
export type AnnouncedUpload = z.output<typeof announcedUpload>;
export type Document = z.output<typeof document>;
export type ListDocumentsInput = z.output<typeof listDocumentsInput>;
export type FindDocumentCopiesInput = z.output<typeof findDocumentCopiesInput>;
export type DocumentCopies = z.output<typeof documentCopies>;
export type DocumentList = z.output<typeof documentList>;

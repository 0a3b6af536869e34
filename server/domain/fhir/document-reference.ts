import type { Document } from '../documents/contract';
import { CATEGORY_WORDS } from '../documents/rules';
import {
  absent,
  HL7,
  own,
  ownIdentifier,
  resource,
  uri,
  uuidOf,
  type Links,
  type Resource,
} from './resource';

const US_CORE = 'http://hl7.org/fhir/us/core/CodeSystem/us-core-documentreference-category';
export const CLINICAL_NOTE = { system: US_CORE, code: 'clinical-note', display: 'Clinical Note' };
export const categorySystem = (): string => own('CodeSystem/document-category');

/** Withdrawn by the sender or filed in error; replaced by a newer version. */
const statusOf = (document: Document): string =>
  document.status === 'entered_in_error' || document.withdrawn_at !== null
    ? 'entered-in-error'
    : document.replaced_by === null
      ? 'current'
      : 'superseded';

/** HL7 table 0271, as `/v1` words it. */
const DOC_STATUSES: Readonly<Record<string, string>> = {
  preliminary: 'preliminary',
  unauthenticated: 'preliminary',
  authenticated: 'final',
};

export function documentReference(document: Document, links: Links): Resource {
  const id = uuidOf('document', document.id);
  const related = (code: string, other: string | null) =>
    other === null ? null : { code, target: links.to('DocumentReference', uuidOf('document', other)) };
  const { category, type, result_id } = document;
  return resource('DocumentReference', id, {
    meta: { versionId: String(document.version), lastUpdated: document.updated_at },
    identifier: [ownIdentifier('documents', document.id)],
    status: statusOf(document),
    docStatus: document.source?.status ? DOC_STATUSES[document.source.status] : null,
    type:
      type === null
        ? { coding: [{ system: `${HL7}/v3-NullFlavor`, code: 'UNK', display: 'unknown' }] }
        : { coding: [{ system: uri(type.system), code: type.code, display: type.display }] },
    category: [
      {
        coding: [
          { system: categorySystem(), code: category, display: CATEGORY_WORDS[category] },
          category === 'clinical_note' ? CLINICAL_NOTE : null,
        ],
        text: CATEGORY_WORDS[category],
      },
    ],
    subject: links.to('Patient', uuidOf('patient', document.patient_id)),
    date: document.created_at,
    author: [{ display: document.author }],
    custodian: links.organization,
    relatesTo: [related('replaces', document.replaces), related('appends', document.addendum_to)],
    description: document.description ?? document.title,
    content: [{ attachment: attachment(document, links) }],
    context: {
      related: [result_id === null ? null : links.to('DiagnosticReport', uuidOf('lab_result', result_id))],
    },
  });
}

/** Why there is no file to read. */
const MISSING: Readonly<Partial<Record<Document['status'], string>>> = {
  pending_upload: 'temp-unknown',
  processing: 'temp-unknown',
  quarantined: 'masked',
  failed: 'error',
  entered_in_error: 'masked',
};

function attachment(document: Document, links: Links): Record<string, unknown> {
  const given = links.attachment(uuidOf('document', document.id));
  const reason = document.file_removed_at ? 'masked' : MISSING[document.status];
  return {
    contentType: document.content_type,
    ...(reason === undefined && given?.url ? { url: given.url } : { _url: absent(reason ?? 'unknown') }),
    size: document.size,
    title: document.title,
    creation: document.document_date,
  };
}

import { categorySystem, CLINICAL_NOTE, documentReference } from '../../domain/fhir/document-reference';
import { listDocumentsInput, type Document } from '../../domain/documents/contract';
import type { DocumentState } from '../../domain/documents/fhir-search';
import { getDocument } from '../../domain/documents/get-document';
import { listDocuments } from '../../domain/documents/list-documents';
import { CATEGORIES, type DocumentCategory } from '../../domain/documents/rules';
import type { CodeSearch } from '../../shared/code-search';
import type { Context } from '../../shared/context';
import { notFound, showId } from '../../shared/ids';
import { subjectOf } from './patient';
import { ID_PARAMETER, UPDATED_PARAMETER, type Parameter } from './query';
import { chosen, isUuid } from './search-values';
import { linksOf, patientId, type FhirType, type Found } from './types';

const PATIENT: Parameter = {
  type: 'reference',
  target: 'Patient',
  documentation: 'The patient. A merged record leads to its survivor.',
};

const found = (ctx: Context, document: Document): Found => ({
  resource: documentReference(document, linksOf(ctx)),
  author: document.author === null ? null : { display: document.author },
});

export const documentReferences: FhirType = {
  profile: 'us-core-documentreference',
  documentation:
    'Documents. The file is a Binary; one that is not scanned yet, or contains malware, has no URL.',
  scope: 'documents:read',
  actions: { read: 'get_document', search: 'list_documents' },
  parameters: {
    _id: ID_PARAMETER,
    _lastUpdated: UPDATED_PARAMETER,
    patient: PATIENT,
    subject: PATIENT,
    status: { type: 'token', documentation: 'One or more of current, superseded, entered-in-error.' },
    type: { type: 'token', documentation: 'Type of the document, often a LOINC code. UNK: without a type.' },
    category: { type: 'token', documentation: `One or more of ${CATEGORIES.join(', ')}, or clinical-note.` },
    date: { type: 'date', documentation: 'When the document was received.' },
  },
  includes: { 'DocumentReference:patient': subjectOf, 'DocumentReference:subject': subjectOf },
  hasProvenance: true,
  async read(ctx, id) {
    if (!isUuid(id)) throw notFound();
    return found(ctx, await getDocument(ctx, { id: showId('document', id) }));
  },
  async search(ctx, query) {
    const id = query.reference('patient', 'subject');
    const { data, next_cursor } = await listDocuments(ctx, {
      ...listDocumentsInput.parse({
        limit: query.limit,
        cursor: query.cursor,
        patient_id: id === undefined ? undefined : patientId(id),
      }),
      ids: query.ids()?.map((ids) => ids.filter(isUuid)),
      states: chosen<DocumentState>(
        'status',
        query.tokens('status'),
        'http://hl7.org/fhir/document-reference-status',
        { current: ['current'], superseded: ['superseded'], 'entered-in-error': ['entered-in-error'] },
      ),
      categories: query.tokens('category')?.map((tokens) => tokens.flatMap(categoriesOf)),
      types: query.tokens('type'),
      created: query.dates('date'),
      updated: query.dates('_lastUpdated'),
    });
    return { found: data.map((one) => found(ctx, one)), next: next_cursor };
  },
};

/** Other categories match nothing. */
function categoriesOf({ system, code }: CodeSearch): DocumentCategory[] {
  const isOf = (own: string) => system === undefined || system === own;
  if (code === CLINICAL_NOTE.code && isOf(CLINICAL_NOTE.system)) return ['clinical_note'];
  return isOf(categorySystem()) ? CATEGORIES.filter((category) => category === code) : [];
}

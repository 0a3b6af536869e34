/** Filter of a chart's documents; a document that was opened from the list keeps it in its address. */
import { CATEGORY_WORDS, DOCUMENT_STATUS_WORDS } from '@/server/domain/documents/rules';
import { choice, days, defineFilter } from '../ui/filter';
import { hrefOf } from '../ui/pager';

export const documentFilter = defineFilter({
  category: choice(CATEGORY_WORDS, { label: 'Kind', all: 'All kinds', said: 'kind' }),
  status: choice(DOCUMENT_STATUS_WORDS, { label: 'State', all: 'Any', said: 'state' }),
  ...days('Dated from'),
});
export type DocumentQuery = ReturnType<typeof documentFilter.read>;

/** The list, or one document of it, with what hides the others. */
export const documentsHref = (patientId: string, query: DocumentQuery, documentId?: string): string =>
  hrefOf(`/patients/${patientId}/documents${documentId ? `/${documentId}` : ''}`, query);

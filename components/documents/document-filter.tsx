/** Filters of documents. They stay in the URL of a document opened from the list. */
import { CATEGORY_WORDS, DOCUMENT_STATUS_WORDS, SIGN_OFF_STATE_WORDS } from '@/server/domain/documents/rules';
import { choice, days, defineFilter, order, text } from '../ui/filter';
import { hrefOf } from '../ui/pager';

const signOffChoice = choice(SIGN_OFF_STATE_WORDS, { label: 'Sign-off', all: 'Any' });

/** Versions of which a newer one is listed are left out by default. */
const versionChoice = {
  ...choice({ include: 'With superseded' }, { label: 'Versions', all: 'Newest' }),
  hides: false,
};

const titleText = text('Title or file name', 'matching', 200, 2);

/** Above the most recent documents of all patients. */
export const recentFilter = defineFilter({
  q: titleText,
  sign_off: signOffChoice,
  superseded: versionChoice,
});

export const documentFilter = defineFilter({
  q: titleText,
  category: choice(CATEGORY_WORDS, { label: 'Type', all: 'All types', said: 'type' }),
  status: choice(DOCUMENT_STATUS_WORDS, { label: 'Status', all: 'Any status', said: 'status' }),
  sign_off: signOffChoice,
  ...days('Document date from'),
  superseded: versionChoice,
  order: order({ document_date: 'Document date' }, { label: 'Sort by', all: 'Filing date' }),
});

/** The list that a document was opened from: of its chart, or (`list: 'all'`) of all patients. */
export type DocumentQuery = ReturnType<typeof documentFilter.read> & { list?: 'all' };

export const readDocumentQuery = (given: (name: string) => string | undefined): DocumentQuery => ({
  ...documentFilter.read(given),
  ...(given('list') === 'all' ? { list: 'all' } : {}),
});

/** URL of the list of a chart, or of one document, with the filter. */
export const documentsHref = (
  patientId: string,
  query: Partial<DocumentQuery>,
  documentId?: string,
): string => hrefOf(`/patients/${patientId}/documents${documentId ? `/${documentId}` : ''}`, query);

export const listHref = (patientId: string, { list, ...query }: DocumentQuery): string =>
  list ? hrefOf('/documents', query) : documentsHref(patientId, query);

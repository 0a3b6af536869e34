/** The status of a document, with an icon if it is a problem. */
import type { Document } from '@/server/domain/documents/contract';
import { DOCUMENT_STATUS_WORDS, SOURCE_STATUS_WORDS } from '@/server/domain/documents/rules';
import { Icon } from '../ui/icons';

type State = Pick<Document, 'status' | 'scan_status'>;

/** The scan is retried automatically; users see that it does not work now. */
const scanFails = ({ status, scan_status }: State) => status === 'processing' && scan_status === 'error';

export const statusText = (document: State): string =>
  scanFails(document) ? 'Malware scan unavailable; not yet scanned' : DOCUMENT_STATUS_WORDS[document.status];

export function DocumentState({ document }: { document: State }) {
  const isProblem = scanFails(document) || document.status === 'quarantined' || document.status === 'failed';
  return isProblem ? (
    <span className="inline-flex items-start gap-2 font-semibold">
      <Icon name="problem" className="mt-1 size-4 shrink-0" />
      <span>{statusText(document)}</span>
    </span>
  ) : (
    statusText(document)
  );
}

/** In lists; its page shows that the end of the file is missing. */
export const IncompletePdf = () => (
  <span className="font-semibold">
    <Icon name="problem" className="mr-1 inline-block size-4 align-[-0.125em]" />
    Incomplete PDF
  </span>
);

type Versioned = Pick<Document, 'status' | 'withdrawn_at' | 'replaced_by'>;

/** Its title is struck through in lists. */
const isInvalid = ({ status, withdrawn_at, replaced_by }: Versioned): boolean =>
  status === 'entered_in_error' || withdrawn_at !== null || replaced_by !== null;

export const titleClass = (document: Versioned): string => (isInvalid(document) ? 'line-through' : '');

/** What makes a version not the valid one; else, of documents received as messages, whether it is authenticated. */
export function sourceStateText({ source, withdrawn_at, replaced_by, addendum_to }: Document): string | null {
  const state = withdrawn_at
    ? 'Withdrawn by sender'
    : replaced_by
      ? 'Superseded'
      : source?.status && source.status !== 'authenticated'
        ? SOURCE_STATUS_WORDS[source.status]
        : null;
  return (
    [addendum_to || source?.relation === 'addendum' ? 'Addendum' : null, state].filter(Boolean).join(', ') ||
    null
  );
}

/** What can be done with a document now, in words; a sign beside them where something is wrong. */
import type { Document } from '@/server/domain/documents/contract';
import { DOCUMENT_STATUS_WORDS } from '@/server/domain/documents/rules';
import { Icon } from '../ui/icons';

type State = Pick<Document, 'status' | 'scan_status'>;

/** `error` is tried again by itself, but people should know that it does not work now. */
const checkFails = ({ status, scan_status }: State) => status === 'processing' && scan_status === 'error';

export const stateWords = (document: State): string =>
  checkFails(document)
    ? 'Not checked for viruses yet: the check does not work at the moment'
    : DOCUMENT_STATUS_WORDS[document.status];

export function DocumentState({ document }: { document: State }) {
  const wrong = checkFails(document) || document.status === 'quarantined' || document.status === 'failed';
  return wrong ? (
    <span className="inline-flex items-start gap-2 font-semibold">
      <Icon name="problem" className="mt-1 size-4 shrink-0" />
      <span>{stateWords(document)}</span>
    </span>
  ) : (
    stateWords(document)
  );
}

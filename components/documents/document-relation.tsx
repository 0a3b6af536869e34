/** Where a document received as a message stands among its versions, as notices above it. */
import { useFormat } from '#format';
import type { Document } from '@/server/domain/documents/contract';
import { NEWER_WORDS } from '@/server/domain/documents/rules';
import { count } from '../format/numbers';
import { WholeDates } from '../format/whole-dates';
import { knownValue } from '../format/words';
import { Notice } from '../ui/notice';
import { TextLink } from '../ui/text-link';
import { newestVersion } from './newest-version';

interface DocumentRelationProps {
  document: Document;
  /** Null if they could not be loaded. */
  related: readonly Document[] | null;
}

export function DocumentRelation({ document, related }: DocumentRelationProps) {
  const format = useFormat();
  const { source, withdrawn_at, replaced_by, addendum_to, patient_id } = document;
  if (!source) return null;
  const newest = related && newestVersion(document, related);
  const newer = knownValue(NEWER_WORDS, source.newer);
  const link = (id: string, words: string) => (
    <TextLink href={`/patients/${patient_id}/documents/${id}`}>{words}</TextLink>
  );
  return (
    <>
      {withdrawn_at ? (
        <Notice word="Withdrawn" kind="problem" className="mb-3">
          The sender withdrew this document on <WholeDates of={format.instant(withdrawn_at)} />. It stays
          readable.
        </Notice>
      ) : null}
      {replaced_by ? (
        <Notice word="Superseded" kind="problem" className="mb-3">
          {newerText(newest)}{' '}
          {link(newest && newest !== 'entered_in_error' ? newest.id : replaced_by, 'Open newer version')}
        </Notice>
      ) : null}
      {newer && !replaced_by ? (
        <Notice word="Incomplete" kind="problem" className="mb-3">
          {NEWER_WORDS[newer]} Ask {source.connection_name} for it.
        </Notice>
      ) : null}
      {source.unread_files > 0 ? (
        <Notice word="Incomplete" kind="problem" className="mb-3">
          {count(source.unread_files, 'file')} of this document could not be read.
        </Notice>
      ) : null}
      {addendum_to ? (
        <Notice word="Addendum" className="mb-3">
          {link(addendum_to, 'Open original document')}
        </Notice>
      ) : source.parent_unknown ? (
        <Notice word={source.relation === 'addendum' ? 'Addendum' : 'Replacement'} className="mb-3">
          The original document was not received.
        </Notice>
      ) : null}
    </>
  );
}

function newerText(newest: Document | 'entered_in_error' | null): string {
  if (newest === null) return 'The sender has sent a newer version.';
  if (newest === 'entered_in_error') return 'The newer version was entered in error.';
  return newest.withdrawn_at ? 'The newer version was withdrawn by the sender.' : 'A newer version is valid.';
}

/** Filing, corrected details, moves, undone marks, and sign-offs of a document: who, when, the values before and after, and the reason. */
import type { ReactNode } from 'react';
import { useFormat } from '#format';
import type { DocumentCorrection, DocumentCorrections } from '@/server/domain/documents/correction-contract';
import { list } from '../format/lists';
import { WholeDates } from '../format/whole-dates';
import { GivenReason } from '../client/given-reason';
import { SectionHeading } from '../ui/page-heading';
import { ChangedValues } from './changed-values';
import { isErrorUndone, isMovedBack } from './moves';

const ACTS: Partial<Record<DocumentCorrection['act'], string>> = {
  details_changed: 'Corrected',
  signed_off: 'Signed off',
  sign_off_withdrawn: 'Sign-off withdrawn',
  entered_in_error: 'Marked as entered in error',
  error_undone: 'Restored',
  moved_away: 'Moved to another patient',
  moved_here: 'Moved from another patient',
  move_undone: 'Moved back',
};

/** The others are above the document only. */
const isEntry = (one: DocumentCorrection, all: readonly DocumentCorrection[]): boolean =>
  one.act === 'entered_in_error'
    ? isErrorUndone(one, all)
    : one.act in ACTS && ((one.act !== 'moved_away' && one.act !== 'move_undone') || isMovedBack(one, all));

type Decided = NonNullable<DocumentCorrections['decided']>;

const FIELD_WORDS: Record<Decided['differs'][number], string> = {
  mrn: 'MRN',
  family: 'family name',
  given: 'given name',
  birth_date: 'birth date',
  sex: 'sex',
};

interface EntryProps extends Pick<Decided, 'at' | 'by' | 'reason'> {
  act: string | undefined;
  children: ReactNode;
}

function Entry({ act, by, at, reason, children }: EntryProps) {
  const format = useFormat();
  return (
    <li className="border-b border-line py-2 wrap-anywhere">
      <p className="text-sm text-ink-2">
        {act}
        {by === null ? null : (
          <>
            {' '}
            by <bdi>{by}</bdi>
          </>
        )}
        , <WholeDates of={format.instant(at)} />
      </p>
      {children}
      {reason === null ? null : (
        <p className="whitespace-pre-wrap">
          <GivenReason reason={reason} />
        </p>
      )}
    </li>
  );
}

export function DocumentHistory({ of }: { of: Pick<DocumentCorrections, 'data' | 'decided'> | null }) {
  const changed = of?.data.filter((one, _at, all) => isEntry(one, all)).toReversed() ?? [];
  const decided = of?.decided ?? null;
  if (changed.length === 0 && decided === null) return null;
  return (
    <section aria-labelledby="history" className="mt-4">
      <SectionHeading id="history" title="History" />
      <ol className="border-t-2 border-ink">
        {changed.map(({ act, changes, ...entry }) => (
          <Entry key={entry.at} {...entry} act={ACTS[act]}>
            <ChangedValues changes={changes} />
          </Entry>
        ))}
        {decided ? (
          <Entry {...decided} act="Filed from unmatched documents">
            {decided.differs.length > 0 ? (
              <p>Despite differences: {list(decided.differs.map((field) => FIELD_WORDS[field]))}.</p>
            ) : null}
          </Entry>
        ) : null}
      </ol>
    </section>
  );
}

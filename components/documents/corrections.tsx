/** Corrections of a document: entered in error, moved away or moved here, with user, time and reason. */
import { useFormat } from '#format';
import type { DocumentCorrection } from '@/server/domain/documents/correction-contract';
import { isolate } from '../format/isolate';
import { WholeDates } from '../format/whole-dates';
import { GivenReason } from '../client/given-reason';
import { Notice } from '../ui/notice';
import { TextLink } from '../ui/text-link';
import { hasAct, isErrorUndone, isMovedBack } from './moves';

type Act = Extract<
  DocumentCorrection['act'],
  'entered_in_error' | 'moved_away' | 'moved_here' | 'move_undone'
>;

const TEXTS: Record<Act, { word: string; sentence: string; link: string }> = {
  entered_in_error: { word: 'Entered in error', sentence: 'Marked', link: '' },
  moved_away: { word: 'Wrong patient', sentence: 'Moved to another patient', link: 'Open in that chart' },
  moved_here: {
    word: 'Moved',
    sentence: 'From another patient',
    link: 'Open original record',
  },
  move_undone: {
    word: 'Wrong patient',
    sentence: 'The move to this chart was undone',
    link: 'Open in the correct chart',
  },
};

/** The others are in the history next to the details. */
const isNotice = (
  one: DocumentCorrection,
  all: readonly DocumentCorrection[],
): one is DocumentCorrection & { act: Act } =>
  one.act in TEXTS &&
  !isMovedBack(one, all) &&
  !isErrorUndone(one, all) &&
  !(one.act === 'moved_here' && hasAct(all, one, 'move_undone'));

export function DocumentCorrections({ corrections }: { corrections: readonly DocumentCorrection[] }) {
  const format = useFormat();
  const shown: (DocumentCorrection & { act: Act })[] = corrections.filter((one) =>
    isNotice(one, corrections),
  );
  return shown.map(({ act, reason, by, at, other }) => {
    const { word, sentence, link } = TEXTS[act];
    return (
      <Notice
        key={`${act} ${at}`}
        word={word}
        kind={act === 'moved_here' ? 'info' : 'problem'}
        className="mb-3"
      >
        {sentence} on <WholeDates of={format.instant(at)} />
        {by ? ` by ${isolate(by)}` : ''}.
        {act === 'moved_here' ? ' Sign-offs of the other chart do not apply here.' : ''}
        {act === 'move_undone' ? null : (
          <span className="block whitespace-pre-wrap wrap-anywhere">
            <GivenReason reason={reason} />
          </span>
        )}
        {other ? (
          <TextLink href={`/patients/${other.patient_id}/documents/${other.id}`}>{link}</TextLink>
        ) : null}
      </Notice>
    );
  });
}

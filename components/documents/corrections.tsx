/** Why a document is not to be read here any more, or how it came here: who, when, the reason, and the other place. */
import { useFormat } from '#format';
import type { DocumentCorrection } from '@/server/domain/documents/correction-contract';
import { isolate } from '../format/isolate';
import { Notice } from '../ui/notice';
import { TextLink } from '../ui/text-link';

const WORDS: Record<DocumentCorrection['act'], { word: string; said: string; link: string }> = {
  entered_in_error: { word: 'Entered in error', said: 'Marked', link: '' },
  moved_away: { word: 'Wrong patient', said: 'Moved to another patient', link: 'Open it there' },
  moved_here: {
    word: 'Moved',
    said: 'Moved here from another patient',
    link: 'Open the record of where it was',
  },
};

export function DocumentCorrections({ corrections }: { corrections: readonly DocumentCorrection[] }) {
  const format = useFormat();
  return corrections.map(({ act, reason, by, at, other }) => {
    const { word, said, link } = WORDS[act];
    return (
      <Notice
        key={`${act} ${at}`}
        word={word}
        kind={act === 'moved_here' ? 'info' : 'problem'}
        className="mb-3"
      >
        {said} {format.instant(at)}
        {by ? ` by ${isolate(by)}` : ''}:{' '}
        <span className="whitespace-pre-wrap wrap-anywhere">
          <bdi>{reason}</bdi>
        </span>{' '}
        {other ? (
          <TextLink href={`/patients/${other.patient_id}/documents/${other.id}`}>{link}</TextLink>
        ) : null}
      </Notice>
    );
  });
}

/** The flag of a result as shape and letter, and as a word. */
import type { Mark, MarkShape } from './marks';

export const MARK_TONES: Record<Mark['tone'], string> = {
  critical: 'text-critical',
  abnormal: 'text-abnormal',
  quiet: 'text-ink-2',
};

export const MARK_TINTS: Record<Mark['tone'], string> = {
  critical: 'bg-critical-tint',
  abnormal: 'bg-abnormal-tint',
  quiet: '',
};

const OUTLINES: Partial<Record<MarkShape, string>> = {
  up: 'm4 10 4-4 4 4',
  down: 'm4 6 4 4 4-4',
  diamond: 'M8 3.5 12.5 8 8 12.5 3.5 8Z',
  struck: 'M3 8h10',
};

const PLATES: Partial<Record<MarkShape, string>> = {
  'double-up': 'm4 8 4-4 4 4M4 12.5l4-4 4 4',
  'double-down': 'm4 3.5 4 4 4-4M4 8l4 4 4-4',
  double: 'M8 3.5 12.5 8 8 12.5 3.5 8Z',
};

export function MarkShapeIcon({ mark }: { mark: Mark }) {
  const plate = PLATES[mark.shape];
  const outline = OUTLINES[mark.shape];
  if (mark.shape === 'none') return <span className="inline-block size-5" aria-hidden="true" />;
  return (
    <svg viewBox="0 0 16 16" className="size-5 shrink-0" fill="none" aria-hidden="true">
      {plate ? (
        <>
          <rect width="16" height="16" rx="1" fill="currentColor" />
          <path d={plate} className="mark-cut" strokeWidth="2" />
        </>
      ) : null}
      {outline ? <path d={outline} stroke="currentColor" strokeWidth="2" /> : null}
      {mark.shape === 'dotted' ? (
        <circle
          cx="8"
          cy="8"
          r="5"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeDasharray="1.6 2.3"
          strokeLinecap="round"
        />
      ) : null}
    </svg>
  );
}

/** Of a flag that the service calculated. */
export const CalculatedLetter = ({ children }: { children: string }) => (
  <span
    aria-hidden="true"
    title="Calculated from the reference range, not sent by the laboratory"
    className="border border-dashed border-current px-0.5 leading-5 font-medium"
  >
    {children}
  </span>
);

/** Shape and letter; screen readers read the word. */
export function ResultMark({ mark }: { mark: Mark }) {
  return (
    <span className={`inline-flex items-center gap-1.5 align-bottom ${MARK_TONES[mark.tone]}`}>
      <MarkShapeIcon mark={mark} />
      {mark.letter ? (
        mark.computed ? (
          <CalculatedLetter>{mark.letter}</CalculatedLetter>
        ) : (
          <span aria-hidden="true" className="font-bold">
            {mark.letter}
          </span>
        )
      ) : null}
      <span className="sr-only">
        {mark.word}
        {mark.computed ? ', calculated' : ''}
      </span>
    </span>
  );
}

/** Below the value. In a low window, as at 200 % zoom, next to it. */
export function MarkWord({ mark }: { mark: Mark }) {
  return (
    <span
      className={`block text-sm font-semibold sm:max-md:short:ml-2 sm:max-md:short:inline ${MARK_TONES[mark.tone]}`}
    >
      {mark.word}
      {mark.computed ? <span className="font-normal"> (calculated)</span> : null}
    </span>
  );
}

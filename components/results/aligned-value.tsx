/** Values of one test below each other: decimal points in one line where all of them are plain numbers. */
import { showTurns } from '../format/isolate';

/** A number is never broken over two lines: its halves would read as two values. Text is, at any length. */
const UNBROKEN = 19;

export function valueSpacing(value: string): string {
  return value.length <= UNBROKEN ? 'whitespace-pre' : 'whitespace-pre-wrap';
}

const PLAIN = /^-?\d{1,7}(\.\d+)?$/;
/** Padding and no box of its own around the digits: a screen reader would say "7 .9". */
const PADS = [
  '',
  'pl-[1ch]',
  'pl-[2ch]',
  'pl-[3ch]',
  'pl-[4ch]',
  'pl-[5ch]',
  'pl-[6ch]',
  'pl-[7ch]',
] as const;

const whole = (value: string): string => value.split('.')[0]!;

/** Digits before the point that all of them need; 0 where they are not to be aligned. */
export function wholeWidth(values: readonly (string | null)[]): number {
  const texts = values.filter((value) => value !== null);
  if (!texts.every((text) => PLAIN.test(text))) return 0;
  return Math.max(0, ...texts.map((text) => whole(text).length));
}

interface AlignedValueProps {
  value: string;
  width: number;
  className?: string;
}

/** Repetitions of a long text are its lines by the standard; in "pH ~7.2" the character is a sign and no end of a line. */
const LONG = 80;
const REPETITIONS = 2;

function linesOf(value: string): string[] {
  const pieces = value.length > LONG ? value.split(/(?<=~)/) : [];
  return pieces.length > REPETITIONS ? pieces : [value];
}

/** The text is what the laboratory sent, byte for byte, except for marks that would turn it round. */
export function AlignedValue({ value, width, className = '' }: AlignedValueProps) {
  const missing = width > 0 ? width - whole(value).length : 0;
  const lines = linesOf(showTurns(value));
  return (
    <span className={`${className} ${valueSpacing(value)} ${PADS[missing] ?? ''}`}>
      {lines.length === 1
        ? lines[0]
        : lines.map((line, at) => (
            <span key={at} className="block">
              {line}
            </span>
          ))}
    </span>
  );
}

/** Aligns the decimal points of the values in a column, if all of them are plain numbers. */
import { showTurns } from '../format/isolate';

/** A number is never broken over two lines: its halves would read as two values. */
const UNBROKEN = 19;

export function valueSpacing(value: string): string {
  return value.length <= UNBROKEN ? 'whitespace-pre' : 'whitespace-pre-wrap';
}

const PLAIN = /^-?\d{1,7}(\.\d+)?$/;
/** Padding, because an element around the digits makes a screen reader say "7 .9". */
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

/** Digits before the decimal point that the values need; 0 if they are not aligned. */
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

/** HL7 separates the lines of a long text by `~`; in "pH ~7.2" the character is part of the value. */
const LONG = 80;
const REPETITIONS = 2;

function linesOf(value: string): string[] {
  const pieces = value.length > LONG ? value.split(/(?<=~)/) : [];
  return pieces.length > REPETITIONS ? pieces : [value];
}

/** The value exactly as received, except for characters that would change its direction. */
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

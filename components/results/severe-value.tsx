/** One of the most severe values of a report in a list: "Potassium 6.9 mmol/L HH". */
import type { SevereValue as Value } from '@/server/domain/lab-results/contract';
import { ValueWithUnit } from '../format/unit';
import { markOf } from './marks';
import { MARK_TONES } from './result-mark';

/** Characters; a longer text is read in the report. */
export const LONGEST_VALUE = 20;

export function SevereValue({ value }: { value: Value }) {
  const { name, value_text: text, unit } = value;
  const mark = markOf(value);
  return (
    <span className={`font-semibold ${MARK_TONES[mark.tone]}`}>
      <bdi>{name}</bdi>{' '}
      {text !== null && text.length <= LONGEST_VALUE ? (
        <span className="whitespace-nowrap">
          <ValueWithUnit value={text} unit={unit} />{' '}
        </span>
      ) : null}
      <span aria-hidden="true">{mark.letter}</span>
      <span className="sr-only">{mark.word}</span>
    </span>
  );
}

interface SevereValuesProps {
  values: readonly Value[];
  /** On the line of their row instead of below it. */
  inline?: boolean;
}

export const SevereValues = ({ values, inline = false }: SevereValuesProps) => (
  <span className={inline ? 'text-sm' : 'block text-sm'}>
    {values.map((value, index) => (
      <span key={`${value.name} ${index}`}>
        {index > 0 ? <span className="text-ink-2"> · </span> : null}
        <SevereValue value={value} />
      </span>
    ))}
  </span>
);

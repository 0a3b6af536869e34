/** The first critical value of a report, exactly as the laboratory sent it, and the number of others; the title of the report if it was withdrawn. */
import type { NewCriticalResults } from '@/server/domain/reviews/contract';
import { INTERPRETATION_WORDS } from '@/server/domain/lab-results/rules';
import { ValueWithUnit } from '../format/unit';

export function CriticalValue({
  of: { value, title },
}: {
  of: Pick<NewCriticalResults['data'][number], 'value' | 'title'>;
}) {
  if (!value) return <bdi>{title}</bdi>;
  const { name, value_text: text, unit, interpretation, further } = value;
  const words = interpretation === null ? undefined : INTERPRETATION_WORDS[interpretation];
  return (
    <>
      <bdi>{name}</bdi>{' '}
      <bdi className="font-semibold whitespace-pre-wrap">
        {text === null ? null : <ValueWithUnit value={text} unit={unit} />}
      </bdi>
      {interpretation === null ? null : (
        <>
          {' '}
          <span className="font-semibold text-critical" aria-hidden={words !== undefined}>
            {interpretation}
          </span>
          {words ? <span className="sr-only">{words}</span> : null}
        </>
      )}
      {further > 0 ? ` and ${further} more critical` : null}
    </>
  );
}

/** A unit, and a value with its unit. */
import { showTurns } from './isolate';
import { unitText, unitWords } from '@/server/data-types/unit-text';

export function Unit({ unit }: { unit: string }) {
  const [text, words] = [unitText(unit), unitWords(unit)];
  if (text === words) return <>{showTurns(text)}</>;
  return (
    <>
      <span aria-hidden="true">{text}</span>
      <span className="sr-only">{words}</span>
    </>
  );
}

/** One text where possible: a screen reader pauses between two. */
export function ValueWithUnit({ value, unit }: { value: string; unit: string | null }) {
  if (!unit) return <>{showTurns(value)}</>;
  const text = unitText(unit);
  if (text === unitWords(unit)) return <>{showTurns(`${value} ${text}`)}</>;
  return (
    <>
      {showTurns(value)} <Unit unit={unit} />
    </>
  );
}

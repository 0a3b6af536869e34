/** The unit after a value. */
import { showTurns } from './isolate';
import { unitText, unitWords } from './units';

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

/** The decision about a record, in a list: the reason, when and by whom. */
import { useFormat } from '#format';
import { isolate } from '../format/isolate';
import { WholeDates } from '../format/whole-dates';

interface DecisionWordsProps {
  decided: { at: string; by_name: string | null; reason: string | null } | null;
}

export function DecisionWords({ decided }: DecisionWordsProps) {
  const format = useFormat();
  if (!decided) return null;
  const { at, by_name: by, reason } = decided;
  return (
    <>
      <bdi>{reason}</bdi>
      <span className="block text-sm text-ink-2">
        <WholeDates of={format.instant(at)} />
        {by ? `, ${isolate(by)}` : ''}
      </span>
    </>
  );
}

import { list } from '../format/lists';
import { ErrorPanel } from './error-panel';

/** Days of a filter that are not valid dates. */
export function InvalidDays({ days }: { days: readonly string[] }) {
  if (days.length === 0) return null;
  const quoted = list(days.map((day) => `“${day}”`));
  return (
    <div className="mb-4">
      <ErrorPanel
        title={`${quoted} ${days.length === 1 ? 'is not a valid date and was' : 'are not valid dates and were'} ignored.`}
        detail="Example: 05-Nov-2026"
      />
    </div>
  );
}

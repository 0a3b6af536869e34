/** The priority of an order. STAT has a plate; the red of critical results is not used for orders. */
import type { LabOrder } from '@/server/domain/lab-orders/contract';
import { PRIORITY_WORDS } from '@/server/domain/lab-orders/rules';

export function PriorityMark({ priority }: { priority: LabOrder['priority'] }) {
  const word = PRIORITY_WORDS[priority];
  if (priority === 'routine') return word;
  return (
    <strong
      className={
        priority === 'stat'
          ? 'inline-block border border-ink bg-ink px-1.5 text-sm font-bold text-paper print:bg-paper print:text-ink'
          : 'font-semibold'
      }
    >
      {word}
    </strong>
  );
}

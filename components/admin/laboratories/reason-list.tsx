/** Why a report, document or patient of a message has its result, and who decided. */
import { useFormat } from '#format';
import type { DocumentOfMessage } from '@/server/domain/inbound-messages/contract';

interface ReasonListProps {
  reasons: readonly string[];
  of: Pick<DocumentOfMessage, 'decided_by' | 'decided_at' | 'reason'>;
}

export function ReasonList({ reasons, of: { decided_by: by, decided_at: at, reason } }: ReasonListProps) {
  const format = useFormat();
  if (reasons.length === 0 && !by) return <span className="text-ink-2">None</span>;
  return (
    <ul className="list-disc pl-4">
      {reasons.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
      {by ? (
        <li>
          Decided by {by.name ?? by.id}
          {at ? ` ${format.instant(at)}` : ''}
          {reason ? `: ${reason}` : '.'}
        </li>
      ) : null}
    </ul>
  );
}

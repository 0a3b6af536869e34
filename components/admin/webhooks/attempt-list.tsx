import { useFormat } from '#format';
import type { Delivery } from '@/server/domain/webhooks/contract';
import { CopyBlock } from '../../ui/copy-block';
import { EmptyState } from '../../ui/empty-state';
import { SectionHeading } from '../../ui/page-heading';
import { causeOf, isWithoutRecord, withheldResponse } from './health';
import { prettyJson } from './pretty-json';

export function AttemptList(delivery: Pick<Delivery, 'attempts' | 'event_type' | 'status'>) {
  const { attempts, event_type } = delivery;
  const format = useFormat();
  return (
    <section className="mb-8">
      <SectionHeading title="Attempts" />
      {isWithoutRecord(delivery) ? (
        <EmptyState title="Attempts were removed with the patient’s data." />
      ) : attempts.length === 0 ? (
        <EmptyState title="No attempts yet.">
          The first attempt follows within a second, unless the webhook is paused.
        </EmptyState>
      ) : (
        <ol className="border-t-2 border-ink">
          {attempts.map((attempt) => (
            <li key={attempt.attempt} className="border-b border-line py-3">
              <p>
                <strong className={attempt.error ? 'text-abnormal' : ''}>
                  Attempt {attempt.attempt}: {causeOf(attempt)}.
                </strong>{' '}
                {format.instant(attempt.sent_at, 'second')}, {attempt.duration_ms} ms.
              </p>
              {attempt.response_excerpt ? (
                <CopyBlock
                  label={`Response to attempt ${attempt.attempt} (first 1 KB)`}
                  value={attempt.response_excerpt}
                  shown={prettyJson(attempt.response_excerpt)}
                />
              ) : null}
              {withheldResponse(attempt) ? (
                <p className="mt-1 text-sm text-ink-2">{withheldResponse(attempt)}</p>
              ) : null}
            </li>
          ))}
        </ol>
      )}
      {event_type === 'webhook.test' && attempts.at(-1)?.error ? (
        <p className="mt-2 text-ink-2">Test events are attempted once.</p>
      ) : null}
    </section>
  );
}

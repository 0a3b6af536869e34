import { useFormat } from '#format';
import type { Delivery } from '@/server/domain/webhooks/contract';
import { EmptyState } from '../../ui/empty-state';
import { SectionHeading } from '../../ui/page-heading';
import { causeOf, withheldResponse } from './health';

export function AttemptList({ attempts }: { attempts: Delivery['attempts'] }) {
  const format = useFormat();
  return (
    <section className="mb-8">
      <SectionHeading title="Attempts" />
      {attempts.length === 0 ? (
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
                <>
                  <p className="mt-1 text-sm text-ink-2">Response (first 1 KB)</p>
                  <pre
                    role="group"
                    tabIndex={0}
                    aria-label={`Response to attempt ${attempt.attempt}`}
                    className="max-w-full overflow-x-auto bg-canvas p-2 font-mono text-sm wrap-anywhere whitespace-pre-wrap"
                  >
                    {attempt.response_excerpt}
                  </pre>
                </>
              ) : null}
              {withheldResponse(attempt) ? (
                <p className="mt-1 text-sm text-ink-2">{withheldResponse(attempt)}</p>
              ) : null}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** For administrators: the state of the service, one sentence and one graph each. */
import { useFormat } from '#format';
import type { TodayHealth } from '@/server/domain/today/contract';
import { feedsInWords } from '../admin/laboratories/feed-health';
import { webhooksInWords } from '../admin/webhooks/health';
import { Icon } from '../ui/icons';
import { TextLink } from '../ui/text-link';
import { auditInWords, documentsInWords, type HealthWords } from './health-words';
import { HourBars } from './hour-bars';

interface HealthCardsProps {
  health: TodayHealth;
  now: number;
}

export function HealthCards({ health: { feeds, webhooks, audit, documents }, now }: HealthCardsProps) {
  const format = useFormat();
  const parts: { href: string; title: string; words: HealthWords; counts: readonly number[]; of: string }[] =
    [
      {
        href: '/admin/lab-connections',
        title: 'Laboratory feeds',
        words: feedsInWords(feeds, format),
        counts: feeds.per_hour,
        of: 'messages',
      },
      {
        href: '/admin/webhooks',
        title: 'Webhooks',
        words: webhooksInWords(webhooks.data, webhooks.health, now),
        counts: webhooks.per_hour,
        of: 'deliveries',
      },
      {
        href: '/admin/audit',
        title: 'Audit log',
        words: auditInWords(audit, format, now),
        counts: audit.per_hour,
        of: 'entries',
      },
      {
        href: '/documents',
        title: 'Document storage',
        words: documentsInWords(documents, format, now),
        counts: documents.per_hour,
        of: 'documents',
      },
    ];
  return (
    <section aria-labelledby="health" className="mb-5 border border-line">
      <h2 id="health" className="border-b border-line px-4 py-2 text-section font-semibold">
        Service health
      </h2>
      <ul className="grid xl:grid-cols-2">
        {parts.map(({ href, title, words, counts, of }) => (
          <li
            key={href}
            className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-b border-line px-4 py-2 last:border-b-0 xl:nth-last-2:border-b-0"
          >
            <div className="min-w-0 flex-1 basis-64 wrap-anywhere">
              <h3 className="flex items-center gap-2 font-semibold">
                <Icon
                  name={words.hasProblem ? 'problem' : 'success'}
                  className={`size-4 shrink-0 ${words.hasProblem ? 'text-abnormal' : 'text-ink-2'}`}
                />
                <TextLink href={href}>{title}</TextLink>
              </h3>
              <p className={words.hasProblem ? 'font-semibold text-abnormal' : ''}>{words.sentence}</p>
              {words.counts ? <p>{words.counts}</p> : null}
            </div>
            <HourBars counts={counts} of={of} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The lists of the queue as links. */
import { QUEUE_VIEWS, QUEUE_VIEW_WORDS, type QueueView } from '@/server/domain/inbound-reports/rules';
import { TextLink } from '../ui/text-link';

export function UnmatchedViews({ view }: { view: QueueView }) {
  return (
    <nav aria-label="Report lists" className="mb-4">
      <ul className="flex flex-wrap gap-x-5">
        {QUEUE_VIEWS.map((name) => (
          <li key={name}>
            <TextLink
              href={name === 'open' ? '/unmatched' : `/unmatched?view=${name}`}
              aria-current={name === view ? 'page' : undefined}
              className={`flex min-h-8 items-center ${name === view ? 'font-bold text-ink no-underline' : ''}`}
            >
              {QUEUE_VIEW_WORDS[name]}
            </TextLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

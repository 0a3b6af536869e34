/** The three lists of the page, as links: which one is open stands in the address. */
import type { QueueView } from '@/server/domain/inbound-reports/rules';
import { TextLink } from '../ui/text-link';

const VIEWS: readonly [QueueView, string][] = [
  ['open', 'Waiting'],
  ['parked', 'Put aside'],
  ['rejected', 'Rejected'],
];

export function UnmatchedViews({ view }: { view: QueueView }) {
  return (
    <nav aria-label="Lists of reports" className="mb-4">
      <ul className="flex flex-wrap gap-x-5">
        {VIEWS.map(([name, label]) => (
          <li key={name}>
            <TextLink
              href={name === 'open' ? '/unmatched' : `/unmatched?view=${name}`}
              aria-current={name === view ? 'page' : undefined}
              className={`flex min-h-8 items-center ${name === view ? 'font-bold text-ink no-underline' : ''}`}
            >
              {label}
            </TextLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

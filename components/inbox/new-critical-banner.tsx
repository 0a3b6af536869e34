/** Over the lower edge of the page, so that nothing moves under the pointer: critical results that have just arrived. */
import type { NewCriticalResults } from '@/server/domain/reviews/contract';
import { formatShortName } from '../format/names';
import { Button } from '../ui/button';
import { Icon } from '../ui/icons';
import { TextLink } from '../ui/text-link';
import { CriticalValue } from './critical-value';
import { inboxHref } from './inbox-place';

type NewCritical = NewCriticalResults['data'][number];

interface NewCriticalBannerProps {
  results: readonly NewCritical[];
  /** More than are listed. */
  further: number;
  onOpen: (id: string) => void;
  onDismiss: () => void;
}

export function NewCriticalBanner({ results, further, onOpen, onDismiss }: NewCriticalBannerProps) {
  return (
    <section
      role="alert"
      aria-label="New critical results"
      className="new-critical flex items-start gap-3 border-2 border-critical bg-paper py-2 pr-1 pl-3 text-ink print:hidden"
    >
      <ul className="min-w-0 flex-1 space-y-1.5 py-1">
        {results.map((one) => (
          <li key={one.id} className="flex items-start gap-2">
            <Icon name="problem" className="mt-1 size-4 shrink-0 text-critical" />
            <span className="min-w-0 wrap-anywhere">
              <span className="font-semibold text-critical">
                {one.told ? 'Critical result not acknowledged' : 'New critical result'}:
              </span>{' '}
              <bdi className="font-semibold">{formatShortName(one.patient.name)}</bdi>,{' '}
              <CriticalValue of={one} />{' '}
              <TextLink
                href={inboxHref({ scope: one.scope }, one.id)}
                onClick={() => onOpen(one.id)}
                className="font-semibold whitespace-nowrap"
              >
                Open
                <span className="sr-only">
                  {' '}
                  <bdi>{one.value?.name ?? one.title}</bdi> of <bdi>{formatShortName(one.patient.name)}</bdi>
                </span>
              </TextLink>
            </span>
          </li>
        ))}
        {further > 0 ? (
          <li className="pl-6">
            <TextLink href="/inbox" onClick={onDismiss}>
              {further} more in the inbox
            </TextLink>
          </li>
        ) : null}
      </ul>
      <Button weight="quiet" onClick={onDismiss}>
        Dismiss
      </Button>
    </section>
  );
}

import type { Metadata } from 'next';
import { DocsFrame } from '@/components/docs/docs-frame';
import { EventIndex } from '@/components/docs/event-index';
import { PageHeading } from '@/components/ui/page-heading';
import { eventGroups } from '@/server/domain/events/guide';

export const metadata: Metadata = {
  title: 'Events',
  description:
    'Every event that webhooks are sent and the feed shows: when, with which payload, and what to do.',
};

/** Public: every event of the contract. */
export default function EventsPage() {
  return (
    <DocsFrame>
      <PageHeading title="Events">
        <p>
          What webhooks are sent, and what <code>GET /v1/events</code> shows for 30 days. An event tells that
          something happened to which object; the object itself is fetched with a credential of your own.
        </p>
      </PageHeading>
      <EventIndex groups={eventGroups()} />
    </DocsFrame>
  );
}

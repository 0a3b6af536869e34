import type { Metadata } from 'next';
import { DocsPage } from '@/app/_lib/docs-page';
import { EventIndex } from '@/components/docs/event-index';
import { PageHeading } from '@/components/ui/page-heading';
import { eventGroups } from '@/server/domain/events/guide';

export const metadata: Metadata = {
  title: 'Events',
  description: 'Every event with trigger, payload and handling.',
};

export default function EventsPage() {
  return (
    <DocsPage>
      <PageHeading title="Events">
        <p>
          Events are sent to webhooks and listed by <code>GET /v1/events</code> for at least 30 days. An event
          contains the ID of the changed object. Fetch the object with your own credential.
        </p>
      </PageHeading>
      <EventIndex groups={eventGroups()} />
    </DocsPage>
  );
}

import type { Metadata } from 'next';
import { orNotFound } from '@/app/_lib/load';
import { adminPage } from '@/app/_lib/admin-page';
import { DestinationActions } from '@/components/admin/laboratories/destination-actions';
import { DestinationForm } from '@/components/admin/laboratories/destination-form';
import { queueWords } from '@/components/admin/laboratories/destination-words';
import { HealthWord } from '@/components/admin/webhooks/health-word';
import { MainArea } from '@/components/shell/main-area';
import { LinkButton } from '@/components/ui/link-button';
import { NeedsScripts } from '@/components/ui/needs-scripts';
import { PageHeading, SectionHeading } from '@/components/ui/page-heading';

export const metadata: Metadata = { title: 'Orders to a laboratory' };

export default adminPage(
  'get_order_destination',
  async ({ caller, format, now }, { params }: { params: Promise<{ connectionId: string }> }) => {
    const { connectionId } = await params;
    const connection = await orNotFound(caller.labConnections.getLabConnection({ id: connectionId }));
    const [destination, labs] = await Promise.all([
      caller.orderDestinations.getOrderDestination({ id: connection.id }),
      caller.catalog.listCatalogLabs({}),
    ]);
    const state = destination ? queueWords(destination, format, now) : null;
    return (
      <MainArea>
        <PageHeading
          parent={{ href: `/admin/lab-connections/${connection.id}`, label: connection.name }}
          title="Orders"
          actions={
            <LinkButton href={`/admin/lab-connections/orders?connection=${connection.id}`} weight="secondary">
              Messages
            </LinkButton>
          }
        >
          {!destination
            ? 'Orders to this laboratory are on paper until you set where they are sent.'
            : destination.paused
              ? 'Orders to this laboratory are queued until you resume sending.'
              : 'Orders are sent to this laboratory automatically.'}
        </PageHeading>
        {destination && state ? (
          <>
            <p className="mb-4">
              <HealthWord health={state} /> {state.sentence}
            </p>
            <DestinationActions destination={destination} />
          </>
        ) : null}
        <section aria-labelledby="settings">
          <SectionHeading id="settings" title="Settings" />
          <p className="mb-4 max-w-2xl text-ink-2">Changes apply to new messages only.</p>
          <DestinationForm connectionId={connection.id} destination={destination} labs={labs.data} />
          <NeedsScripts what="Changing the settings" />
        </section>
      </MainArea>
    );
  },
);

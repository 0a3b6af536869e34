import type { Metadata } from 'next';
import { load, orNotFound } from '@/app/_lib/load';
import { zonesWith } from '@/app/_lib/zones';
import { adminPage } from '@/app/_lib/admin-page';
import { MainArea } from '@/components/shell/main-area';
import { ConnectionActions } from '@/components/admin/laboratories/connection-actions';
import { DayCounts } from '@/components/admin/laboratories/day-counts';
import { ConnectionFacts } from '@/components/admin/laboratories/connection-facts';
import { EditConnection } from '@/components/admin/laboratories/edit-connection';
import { feedState } from '@/components/admin/laboratories/feed-health';
import { IngestKeys } from '@/components/admin/laboratories/ingest-keys';
import { UnitList } from '@/components/admin/laboratories/unit-list';
import { CopyField } from '@/components/ui/copy-field';
import { Fold } from '@/components/ui/fold';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeading, SectionHeading } from '@/components/ui/page-heading';
import { FailedPart, PagePart } from '@/components/ui/page-part';
import { HealthWord } from '@/components/admin/webhooks/health-word';
import { issuer } from '@/server/auth/access-token';

export const metadata: Metadata = { title: 'Connection' };

export default adminPage(
  'get_lab_connection',
  async ({ caller, session, format, now }, { params }: { params: Promise<{ connectionId: string }> }) => {
    const { connectionId } = await params;
    const connection = await orNotFound(caller.labConnections.getLabConnection({ id: connectionId }));
    const [health, units, keys] = await Promise.all([
      load(caller.labConnections.getFeedHealth({})),
      load(caller.labConnections.listLabUnits({ connection_id: connection.id })),
      connection.transport === 'https'
        ? load(caller.labConnections.listIngestKeys({ connection_id: connection.id }))
        : null,
    ]);
    const path = `/admin/lab-connections/${connection.id}`;
    const feeds = health.value?.feeds ?? [];
    const feed = feeds.find(({ id }) => id === connection.id);
    const state = feed ? feedState(feed, format, now) : null;
    return (
      <MainArea>
        <PageHeading
          parent={{ href: '/admin/lab-connections', label: 'Connections', record: 'connection' }}
          title={connection.name}
          actions={
            <>
              <LinkButton
                href={`/admin/lab-connections/messages?connection=${connection.id}`}
                weight="secondary"
              >
                Messages
              </LinkButton>
              {connection.kind === 'laboratory' ? (
                <LinkButton href={`${path}/orders`} weight="secondary">
                  Orders
                </LinkButton>
              ) : null}
              <ConnectionActions connection={connection} />
            </>
          }
        >
          {connection.lab_name === connection.name ? null : connection.lab_name}
        </PageHeading>
        {state ? (
          <p className="mb-5">
            <HealthWord health={state} /> {state.sentence} {feed ? <DayCounts feed={feed} /> : null}
          </p>
        ) : health.error ? (
          <FailedPart what="The status" error={health.error} again={path} className="mb-5" />
        ) : null}
        <ConnectionFacts connection={connection} feed={feed} />
        {keys ? (
          <section aria-labelledby="keys" className="mb-8">
            <div className="max-w-3xl">
              <CopyField id="address" label="Endpoint URL" value={`${issuer()}/ingest/hl7v2`} />
            </div>
            <SectionHeading id="keys" title="Ingest keys" />
            <PagePart what="Ingest keys" read={keys} again={path}>
              {({ data }) => (
                <IngestKeys connectionId={connection.id} keys={data} maxDays={session.keyMaxDays} now={now} />
              )}
            </PagePart>
          </section>
        ) : null}
        {units.value?.data.length === 0 ? null : (
          <section aria-labelledby="units" className="mb-8">
            <SectionHeading id="units" title="Units" />
            <PagePart what="Units" read={units} again={path}>
              {({ data }) => <UnitList units={data} />}
            </PagePart>
          </section>
        )}
        <Fold id="edit" title="Settings" state="Changes apply to new messages only.">
          <div className="max-w-4xl">
            <EditConnection
              connection={connection}
              zones={zonesWith(connection.time_zone)}
              names={feeds.filter((one) => one !== feed).map(({ name }) => name)}
            />
          </div>
        </Fold>
      </MainArea>
    );
  },
);

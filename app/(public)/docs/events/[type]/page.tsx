import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { DocsPage } from '@/app/_lib/docs-page';
import { EventExplained } from '@/components/docs/event-explained';
import { PageHeading } from '@/components/ui/page-heading';
import { EVENT_GUIDE, isEventType, OBJECT_STATUSES, readScopeOf } from '@/server/domain/events/guide';
import { addressIn, EVENT_WORDS, sampleEvent, shapeOfEvent } from '@/server/domain/events/rules';

interface EventPageProps {
  params: Promise<{ type: string }>;
}

export async function generateMetadata({ params }: EventPageProps): Promise<Metadata> {
  const { type } = await params;
  return isEventType(type)
    ? { title: `${type} · Events`, description: `${EVENT_WORDS[type]}.` }
    : { title: 'Not found · Events' };
}

export default async function EventPage({ params }: EventPageProps) {
  const { type } = await params;
  if (!isEventType(type)) notFound();
  const { action, reserved = false } = EVENT_GUIDE[type];
  const { kind, path, patient } = shapeOfEvent(type);
  return (
    <DocsPage>
      <PageHeading title={type}>
        <p>{EVENT_WORDS[type]}.</p>
      </PageHeading>
      <EventExplained
        type={type}
        action={action}
        reserved={reserved}
        scope={readScopeOf(type)}
        kind={kind}
        path={addressIn(path, '{id}')}
        patient={patient}
        statuses={OBJECT_STATUSES[kind]}
        sample={sampleEvent(type)}
      />
    </DocsPage>
  );
}

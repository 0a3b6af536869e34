import type { Metadata } from 'next';
import { load, orFirstPage } from '@/app/_lib/load';
import { adminPage } from '@/app/_lib/admin-page';
import { type Query, queryParam } from '@/app/_lib/query';
import { dayProblems } from '@/components/format/day-range';
import { MainArea } from '@/components/shell/main-area';
import { connectionOptions, NO_CONNECTIONS } from '@/components/admin/laboratories/connection-choice';
import { messageFilter, messageInput } from '@/components/admin/laboratories/message-filter';
import { MessageList } from '@/components/admin/laboratories/message-list';
import { EmptyState } from '@/components/ui/empty-state';
import { InvalidDays } from '@/components/ui/invalid-days';
import { PageHeading } from '@/components/ui/page-heading';
import { FailedPart } from '@/components/ui/page-part';
import { hrefOf, Pager } from '@/components/ui/pager';
import { TextLink } from '@/components/ui/text-link';

export const metadata: Metadata = { title: 'Messages' };

const PATH = '/admin/lab-connections/messages';

export default adminPage(
  'list_inbound_messages',
  async ({ caller, format, now }, { searchParams }: { searchParams: Promise<Query> }) => {
    const given = await searchParams;
    const value = (name: string) => queryParam(given, name);
    const query = messageFilter.read(value);
    const cursor = queryParam(given, 'cursor');
    const problems = dayProblems(value);
    const [list, health] = await Promise.all([
      problems
        ? null
        : load(
            orFirstPage(
              caller.inboundMessages.listInboundMessages({
                limit: 25,
                ...(cursor ? { cursor } : {}),
                ...messageInput(query, format, now),
              }),
              hrefOf(PATH, query),
            ),
          ),
      load(caller.labConnections.getFeedHealth({})),
    ]);
    return (
      <MainArea>
        <PageHeading title="Messages">
          Accepted and rejected messages, newest first. Updated{' '}
          {format.instant(new Date(now).toISOString(), 'second')}.
        </PageHeading>
        <messageFilter.Form
          path={PATH}
          query={query}
          problems={problems}
          options={{ connection: connectionOptions(health.value?.feeds ?? [], query.connection) }}
        />
        {health.error ? (
          <FailedPart {...NO_CONNECTIONS} error={health.error} again={hrefOf(PATH, query)} />
        ) : null}
        {list === null ? (
          <InvalidDays />
        ) : list.error ? (
          <FailedPart what="Messages" error={list.error} again={hrefOf(PATH, query)} />
        ) : list.value.data.length > 0 ? (
          <MessageList messages={list.value.data} />
        ) : messageFilter.isActive(query) ? (
          <EmptyState
            title="No messages match this filter."
            action={<TextLink href={PATH}>Show all</TextLink>}
          />
        ) : (
          <EmptyState title="No messages yet.">Messages appear here when a laboratory sends them.</EmptyState>
        )}
        {list?.value ? (
          <Pager path={PATH} query={query} next={list.value.next_cursor} isFirst={!cursor} />
        ) : null}
      </MainArea>
    );
  },
);

import type { Metadata } from 'next';
import { load, orFirstPage } from '@/app/_lib/load';
import { auditPage } from '@/app/_lib/admin-page';
import { type Query, queryParam } from '@/app/_lib/query';
import {
  SecurityEventFilter,
  securityEventFilter,
  securityEventInput,
} from '@/components/admin/security-events/security-event-filter';
import { SecurityEventList } from '@/components/admin/security-events/security-event-list';
import { FailureList } from '@/components/admin/single-sign-on/failure-list';
import { dayProblems, instantsOf } from '@/components/format/day-range';
import { MainArea } from '@/components/shell/main-area';
import { EmptyState } from '@/components/ui/empty-state';
import { InvalidDays } from '@/components/ui/invalid-days';
import { PageHeading, SectionHeading } from '@/components/ui/page-heading';
import { FailedPart } from '@/components/ui/page-part';
import { hrefOf, Pager } from '@/components/ui/pager';
import { TextLink } from '@/components/ui/text-link';

export const metadata: Metadata = { title: 'Security events' };

const PATH = '/admin/security-events';

export default auditPage(async ({ caller, format }, { searchParams }: { searchParams: Promise<Query> }) => {
  const given = await searchParams;
  const value = (name: string) => queryParam(given, name);
  const query = securityEventFilter.read(value);
  const cursor = queryParam(given, 'cursor');
  const again = hrefOf(PATH, query);
  const problems = dayProblems(value);
  const list = problems
    ? null
    : await load(
        orFirstPage(
          caller.auditLog.listSecurityEvents({
            limit: 50,
            ...(cursor ? { cursor } : {}),
            ...securityEventInput(query, format),
          }),
          again,
        ),
      );
  const actors = await load(caller.auditLog.listAuditActors({}));
  // Their user is unknown.
  const includesFailures = !problems && !query.who && (!query.code || query.code === 'single_sign_on_failed');
  const failures = includesFailures
    ? await load(caller.singleSignOn.listSignOnFailures(instantsOf(query, format)))
    : null;
  const chosen = list?.value?.data.find(({ who }) => who.id === query.who)?.who.name;
  return (
    <MainArea>
      <PageHeading title="Security events">
        Failed sign-ins and password resets of members, newest first. The audit log has{' '}
        <TextLink href="/admin/audit?topic=sign_ins">successful sign-ins</TextLink> and{' '}
        <TextLink href="/admin/audit?topic=denied">rejected API keys</TextLink>.
      </PageHeading>
      <SecurityEventFilter
        path={PATH}
        query={query}
        problems={problems}
        people={actors.value?.people ?? []}
        chosen={chosen ?? undefined}
      />
      {actors.error ? (
        <FailedPart
          what="Names for the filter"
          error={actors.error}
          again={again}
          rest="The current filter still applies."
          className="mb-4"
        />
      ) : null}
      {list === null ? (
        <InvalidDays />
      ) : list.error ? (
        <FailedPart what="The security events" error={list.error} again={again} rest="No data is lost." />
      ) : list.value.data.length === 0 ? (
        securityEventFilter.isActive(query) ? (
          <EmptyState
            title="No events match these filters."
            action={<TextLink href={PATH}>Clear filters</TextLink>}
          />
        ) : (
          <EmptyState title="No security events." />
        )
      ) : (
        <SecurityEventList events={list.value.data} />
      )}
      {list?.value ? (
        <Pager path={PATH} query={query} next={list.value.next_cursor} isFirst={!cursor} />
      ) : null}
      {!failures || failures.value?.data.length === 0 ? null : (
        <section aria-labelledby="single-sign-on" className="mt-8">
          <SectionHeading id="single-sign-on" title="Failed single sign-ons" />
          <p className="mb-2 text-ink-2">Those of known members are also in the list above.</p>
          {failures.error ? (
            <FailedPart
              what="The failed single sign-ons"
              error={failures.error}
              again={again}
              rest="The list above is complete."
            />
          ) : (
            <FailureList failures={failures.value.data} />
          )}
        </section>
      )}
    </MainArea>
  );
});

import { headers } from 'next/headers';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorPanel } from '@/components/ui/error-panel';
import { formatShortName } from '@/components/format/names';
import { formatInstant, formatLongDate } from '@/components/format/dates';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeading } from '@/components/ui/page-heading';
import { Pager } from '@/components/ui/pager';
import { TextLink } from '@/components/ui/text-link';
import { BulkSign } from '@/components/reviews/bulk-sign';
import { SayInboxCount } from '@/components/reviews/inbox-count';
import { InboxKeys } from '@/components/reviews/inbox-keys';
import { InboxList } from '@/components/reviews/inbox-list';
import { InboxLive } from '@/components/reviews/inbox-live';
import { inboxHref, SCOPE_LABELS, type InboxPlace } from '@/components/reviews/inbox-place';
import { OpenReport, type OpenedReport } from '@/components/reviews/open-report';
import { ReportFocus } from '@/components/reviews/report-focus';
import { showId } from '@/server/domain/ids';
import type { InboxList as Inbox } from '@/server/domain/reviews/contract';
import { COUNTED, INBOX_SCOPES, type InboxScope } from '@/server/domain/reviews/rules';
import { openPortal, orFirstPage, orNotFound, settle } from '../open-portal';

/** The inbox with a report open beside it: the one of the address, else the first of the list. */

export const scopeOf = (text: string | undefined): InboxScope =>
  INBOX_SCOPES.find((scope) => scope === text) ?? 'mine';

/** On a phone only the list is seen: a report that nobody looks at is not opened. */
const isPhone = async (): Promise<boolean> => /\bMobi/.test((await headers()).get('user-agent') ?? '');

async function openReport(id: string): Promise<OpenedReport> {
  const { caller } = await openPortal();
  const report = await orNotFound(caller.labResults.getLabResult({ id }));
  const [review, identities, order] = await Promise.all([
    orNotFound(caller.reviews.getReviewState({ id })),
    caller.patients.listIdentities({ ids: [report.patient_id] }),
    report.order_id ? settle(caller.labOrders.getLabOrder({ id: report.order_id })) : null,
  ]);
  const patient = identities.data[0]!;
  return { report, review, patient, orderedBy: order?.value?.ordering_clinician?.name ?? null };
}

export async function InboxScreen({ place, resultId }: { place: InboxPlace; resultId: string | null }) {
  const { caller, session, zone, today } = await openPortal();
  const self = showId('user', session.userId);
  const { scope, cursor } = place;
  // First the report of the address: one that is not there ends the page before anything of the list is shown.
  const asked = resultId === null ? null : await openReport(resultId);
  const found = await settle(
    orFirstPage(
      caller.reviews.listInbox({ scope, limit: 50, ...(cursor ? { cursor } : {}) }),
      inboxHref({ scope }, resultId),
    ),
  );
  const items = found.value?.data ?? [];
  const beside =
    asked || items.length === 0 || (await isPhone()) ? null : await settle(openReport(items[0]!.id));
  const opened = asked ?? beside?.value ?? null;
  const at = items.findIndex(({ id }) => id === opened?.report.id);
  const following = items[at + 1] ?? items.find((_item, index) => index !== at);
  const hrefAt = (index: number) => (items[index] ? inboxHref(place, items[index].id) : null);
  return (
    <>
      <PageHeading title="Inbox" actions={found.value ? <Scopes list={found.value} scope={scope} /> : null} />
      <InboxKeys
        previous={at > 0 ? hrefAt(at - 1) : null}
        next={hrefAt(at + 1)}
        chart={opened ? `/patients/${opened.patient.id}/results/${opened.report.id}` : null}
      />
      <ReportFocus
        report={opened?.report.id ?? null}
        spoken={opened ? spokenOf(opened) : 'Nothing to sign.'}
      />
      <div className="inbox" data-open={resultId === null ? undefined : ''}>
        <div className="inbox-list">
          {found.error ? (
            <ErrorPanel
              title="The list could not be loaded."
              detail={found.error.sentence}
              requestId={found.error.requestId}
            />
          ) : null}
          {found.value ? (
            <>
              <SayInboxCount critical={found.value.counts.critical} />
              <InboxLive
                key={found.value.mark}
                scope={scope}
                mark={found.value.mark}
                asOf={found.value.as_of}
                zone={zone}
              />
              <BulkSign
                plain={items.filter(({ plain }) => plain)}
                others={items.filter(({ plain, group }) => group === 'normal' && !plain).length}
              />
              {items.length === 0 ? (
                <Nothing list={found.value} scope={scope} zone={zone} />
              ) : (
                <InboxList
                  items={items}
                  place={place}
                  open={opened?.report.id ?? null}
                  zone={zone}
                  self={self}
                />
              )}
              <Pager
                path="/inbox"
                query={{ scope: scope === 'mine' ? undefined : scope }}
                next={found.value.next_cursor}
                isFirst={!cursor}
              />
            </>
          ) : null}
        </div>
        <div className="inbox-report">
          {opened ? (
            <OpenReport
              {...opened}
              {...{ zone, today, self }}
              next={inboxHref(place, following?.id)}
              list={inboxHref(place)}
            />
          ) : beside?.error ? (
            <ErrorPanel
              title="The report could not be loaded. The list is complete."
              detail={beside.error.sentence}
              requestId={beside.error.requestId}
            />
          ) : null}
        </div>
      </div>
    </>
  );
}

const spokenOf = ({ patient }: OpenedReport): string =>
  `Now viewing ${formatShortName(patient.name)}, born ${formatLongDate(patient.birth_date)}.`;

const counted = (count: number): string => (count > COUNTED ? `${COUNTED}+` : String(count));

function Scopes({ list, scope }: { list: Inbox; scope: InboxScope }) {
  const shown = INBOX_SCOPES.filter(
    (one) => one !== 'delegated' || one === scope || list.counts.delegated > 0,
  );
  return (
    <nav aria-label="Whose reports">
      <ul className="flex flex-wrap gap-x-1">
        {shown.map((one) => (
          <li key={one}>
            <TextLink
              href={inboxHref({ scope: one })}
              aria-current={one === scope ? 'page' : undefined}
              className={`flex min-h-11 items-center border-b-4 px-2 no-underline hover:underline ${
                one === scope ? 'border-accent font-bold text-ink' : 'border-transparent font-medium'
              }`}
            >
              {SCOPE_LABELS[one]} {counted(list.counts[one])}
            </TextLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** One sentence, the reason, the next action. */
function Nothing({ list, scope, zone }: { list: Inbox; scope: InboxScope; zone: string }) {
  const others = scope === 'mine' ? list.counts.unassigned : 0;
  return (
    <EmptyState
      title="Nothing to sign."
      action={
        others > 0 ? (
          <LinkButton href={inboxHref({ scope: 'unassigned' })} weight="secondary">
            Show the unassigned
          </LinkButton>
        ) : null
      }
    >
      {list.last_signed_at
        ? `You signed your last report ${formatInstant(list.last_signed_at, zone)}.`
        : 'New reports appear here as the laboratory sends them.'}
      {others > 0 ? ` ${counted(others)} wait for anybody of the group.` : ''}
    </EmptyState>
  );
}

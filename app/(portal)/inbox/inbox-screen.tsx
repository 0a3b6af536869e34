import { headers } from 'next/headers';
import { useFormat } from '#format';
import { load, orFirstPage, orNotFound, orNull } from '@/app/_lib/load';
import { getPageContext } from '@/app/_lib/page-context';
import { type Query, queryParam } from '@/app/_lib/query';
import { getInboxAlarm, getSigningData } from '@/app/_lib/report';
import { EmptyState } from '@/components/ui/empty-state';
import { formatShortName } from '@/components/format/names';
import { formatLongDate } from '@/components/format/dates';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeading } from '@/components/ui/page-heading';
import { FailedPart } from '@/components/ui/page-part';
import { Pager } from '@/components/ui/pager';
import { TextLink } from '@/components/ui/text-link';
import { BulkSign } from '@/components/inbox/bulk-sign';
import { InboxTitle } from '@/components/inbox/inbox-count';
import { InboxFilter, inboxFilter } from '@/components/inbox/inbox-filter';
import { InboxKeys } from '@/components/inbox/inbox-keys';
import { InboxList } from '@/components/inbox/inbox-list';
import { InboxLive } from '@/components/inbox/inbox-live';
import { counted, inboxHref, inboxTitle, queryOf, type InboxPlace } from '@/components/inbox/inbox-place';
import { OpenReport, type OpenedReport } from '@/components/inbox/open-report';
import { OPEN_REPORT, ReportFocus } from '@/components/inbox/report-focus';
import { ScopeLinks } from '@/components/inbox/scope-links';
import { MovedReport } from '@/components/unmatched/moved-report';
import { notFound as absent, showId } from '@/server/shared/ids';
import type { ReportMove } from '@/server/domain/inbound-reports/contract';
import type { InboxList as Inbox, InboxMark } from '@/server/domain/reviews/contract';
import { INBOX_SCOPES } from '@/server/domain/reviews/rules';

/** The inbox with a report open beside it: the one of the address, else the first of the list. */

/** What the address asks for; what it cannot mean is left out. */
export const placeOf = (query: Query): InboxPlace => ({
  scope: INBOX_SCOPES.find((scope) => scope === queryParam(query, 'scope')) ?? 'mine',
  ...inboxFilter.read((name) => queryParam(query, name)),
  cursor: queryParam(query, 'cursor'),
});

/** The title of the inbox, with how many are critical. */
export async function inboxMetadata() {
  return { title: inboxTitle((await getInboxAlarm())?.value?.critical ?? 0) };
}

/** On a phone only the list is seen: a report that nobody looks at is not opened. */
const isPhone = async (): Promise<boolean> => /\bMobi/.test((await headers()).get('user-agent') ?? '');

type Move = NonNullable<ReportMove['moved']>;

/** The report, or where it was moved to. */
async function openReport(id: string): Promise<OpenedReport | Move> {
  const { caller } = await getPageContext();
  const report = await orNull(caller.labResults.getLabResult({ id }));
  if (!report) {
    const { moved } = await caller.inboundReports.getReportMove({ id });
    if (!moved) throw absent();
    return moved;
  }
  const [read, identities] = await Promise.all([
    getSigningData(report),
    caller.patients.listIdentities({ ids: [report.patient_id] }),
  ]);
  return { report, ...read, patient: identities.data[0]! };
}

export async function InboxScreen({ place, resultId }: { place: InboxPlace; resultId: string | null }) {
  const [{ caller, session, today }, alarm] = await Promise.all([getPageContext(), getInboxAlarm()]);
  const self = showId('user', session.userId);
  const { scope, kind, age, cursor } = place;
  // First the report of the address: one that is not there ends the page before anything of the list is shown. One that
  // the list itself has chosen ends nothing: it may have gone between the two readings.
  const asked = resultId === null ? null : await load(orNotFound(openReport(resultId)));
  const found = await load(
    orFirstPage(
      caller.reviews.listInbox({ scope, kind, age, limit: 50, ...(cursor ? { cursor } : {}) }),
      inboxHref({ scope, kind, age }, resultId),
    ),
  );
  const items = found.value?.data ?? [];
  const beside =
    asked ?? (items.length === 0 || (await isPhone()) ? null : await load(openReport(items[0]!.id)));
  const there = beside?.value ?? null;
  const opened = there && 'report' in there ? there : null;
  const moved = there && !('report' in there) ? there : null;
  const at = items.findIndex(({ id }) => id === opened?.report.id);
  const following = items[at + 1] ?? items.find((_item, index) => index !== at);
  const hrefAt = (index: number) => (items[index] ? inboxHref(place, items[index].id) : null);
  return (
    <>
      <PageHeading
        title="Inbox"
        actions={found.value ? <ScopeLinks page={markOf(found.value)} scope={scope} /> : null}
      />
      <InboxTitle alarm={alarm?.value ?? null} />
      <InboxKeys
        previous={at > 0 ? hrefAt(at - 1) : null}
        next={hrefAt(at + 1)}
        report={opened?.report.id ?? null}
        chart={opened ? `/patients/${opened.patient.id}/results/${opened.report.id}` : null}
      />
      <ReportFocus
        shown={opened ? `${opened.report.id} ${opened.report.version} ${opened.review.group}` : null}
        spoken={opened ? spokenOf(opened) : found.value && items.length === 0 ? 'Nothing to sign.' : ''}
      />
      <div className="inbox" data-open={resultId === null ? undefined : ''}>
        <div className="inbox-list">
          {found.error ? (
            <FailedPart
              what="The list"
              error={found.error}
              again={inboxHref(place, resultId)}
              rest={opened ? 'The report beside it is complete.' : 'Reports may wait all the same.'}
            />
          ) : null}
          {found.value ? (
            <>
              <InboxLive key={found.value.mark} scope={scope} page={markOf(found.value)} />
              <InboxFilter place={place} list={found.value} />
              <BulkSign
                plain={items.filter(({ why_alone }) => why_alone === null)}
                others={items.filter(({ why_alone, group }) => group === 'normal' && why_alone !== null)}
                self={self}
                here={inboxHref(place, opened?.report.id)}
              />
              {items.length === 0 ? (
                <Nothing list={found.value} place={place} today={today} />
              ) : (
                <InboxList items={items} place={place} open={opened?.report.id ?? null} self={self} />
              )}
              <Pager
                path="/inbox"
                query={queryOf({ scope, kind, age })}
                next={found.value.next_cursor}
                isFirst={!cursor}
              />
              <p className="mt-3">
                <TextLink href="/inbox/signed" className="inline-flex min-h-6 items-center">
                  Signed today
                </TextLink>
              </p>
            </>
          ) : null}
        </div>
        <div className="inbox-report">
          {opened ? (
            <OpenReport
              {...opened}
              today={today}
              self={self}
              here={inboxHref(place, opened.report.id)}
              next={inboxHref(place, following?.id)}
              list={inboxHref(place)}
            />
          ) : moved || beside?.error ? (
            <>
              <p className="inbox-back mb-1">
                <TextLink href={inboxHref(place)} className="inline-flex min-h-6 items-center">
                  Back to the list
                </TextLink>
              </p>
              {moved ? (
                <>
                  <h2 id={OPEN_REPORT} tabIndex={-1} className="mb-2 text-title font-semibold">
                    Report moved
                  </h2>
                  <MovedReport moved={moved} from="at the wrong patient" />
                </>
              ) : null}
              {beside?.error ? (
                <FailedPart
                  what="The report"
                  error={beside.error}
                  again={inboxHref(place, resultId)}
                  rest={found.error ? 'Nothing was signed.' : 'The list is complete.'}
                />
              ) : null}
            </>
          ) : null}
        </div>
      </div>
    </>
  );
}

const markOf = ({ mark, counts, as_of }: Inbox): InboxMark => ({ object: 'inbox_mark', mark, counts, as_of });

const spokenOf = ({ patient }: OpenedReport): string =>
  `Now viewing ${formatShortName(patient.name)}, born ${formatLongDate(patient.birth_date)}.`;

interface NothingProps {
  list: Inbox;
  place: InboxPlace;
  today: string;
}

/** One sentence, the reason, the next action. */
function Nothing({ list, place, today }: NothingProps) {
  const format = useFormat();
  const { scope } = place;
  const hidden = list.counts[scope];
  if ((place.kind || place.age) && hidden > 0)
    return (
      <EmptyState
        title="Nothing that the filter shows."
        action={
          <LinkButton href={inboxHref({ scope })} weight="secondary">
            Show all {counted(hidden)}
          </LinkButton>
        }
      />
    );
  const others = scope === 'mine' ? list.counts.unassigned : 0;
  const urgent = list.counts.unassigned_critical;
  const last = list.last_signed_at;
  const isToday = last !== null && format.dayOf(last) === today;
  return (
    <EmptyState
      title="Nothing to sign."
      action={
        <>
          {last ? (
            <LinkButton href={isToday ? '/inbox/signed' : '/inbox/signed?since=ever'} weight="secondary">
              {isToday ? 'Signed today' : 'What you have signed'}
            </LinkButton>
          ) : null}
          {others > 0 ? (
            <LinkButton href={inboxHref({ scope: 'unassigned' })} weight="secondary">
              Show the unassigned
            </LinkButton>
          ) : null}
        </>
      }
    >
      {last
        ? `Last report signed ${isToday ? format.clock(last) : format.instant(last)}.`
        : 'New reports appear here as the laboratory sends them.'}
      {others > 0
        ? ` ${counted(others)} wait for anybody of the group${urgent > 0 ? `, ${counted(urgent)} of them critical` : ''}.`
        : ''}
    </EmptyState>
  );
}

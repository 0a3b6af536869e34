import { headers } from 'next/headers';
import { load, orClosed, orFirstPage, orNotFound, orNull } from '@/app/_lib/load';
import { getPageContext } from '@/app/_lib/page-context';
import { type Query, queryParam } from '@/app/_lib/query';
import { getInboxAlarm, getSigningData } from '@/app/_lib/report';
import { EmptyState } from '@/components/ui/empty-state';
import { formatShortName } from '@/components/format/names';
import { formatLongDate } from '@/components/format/long-date';
import { knownValue } from '@/components/format/words';
import { LinkButton } from '@/components/ui/link-button';
import type { Loaded } from '@/components/ui/error-message';
import { FailedPart } from '@/components/ui/page-part';
import { Pager } from '@/components/ui/pager';
import { ParentLink } from '@/components/ui/page-heading';
import { TextLink } from '@/components/ui/text-link';
import { BulkSign } from '@/components/inbox/bulk-sign';
import { FollowRestrictions } from '@/components/restricted-charts/follow-restrictions';
import { InboxFilter } from '@/components/inbox/inbox-filter';
import { InboxKeys } from '@/components/inbox/inbox-keys';
import { InboxList } from '@/components/inbox/inbox-list';
import { FollowRows } from '@/components/inbox/outdated-rows';
import { ListScroll } from '@/components/inbox/list-scroll';
import { InboxChangeNotice } from '@/components/inbox/inbox-change-notice';
import { counted } from '@/components/format/counted';
import { inboxHref, queryOf, type InboxPlace, nextOf } from '@/components/inbox/inbox-place';
import { OpenReport, type OpenedReport } from '@/components/inbox/open-report';
import { OPEN_REPORT, ReportFocus, ReportTop } from '@/components/inbox/report-focus';
import { ReportBox } from '@/components/inbox/report-box';
import { RestrictedReport } from '@/components/inbox/restricted-report';
import { isOpen } from '@/components/patients/patient-view';
import { openingHref } from '@/components/restricted-charts/opening-href';
import { criticalOf, titleWithCount } from '@/components/inbox/title-with-count';
import { ScopeLinks } from '@/components/inbox/scope-links';
import { UnmatchedCriticalLink } from '@/components/inbox/unmatched-critical-link';
import { KeyHelp } from '@/components/shell/shortcuts/key-help';
import { MovedReport } from '@/components/unmatched/moved-report';
import { notFound as absent, showId } from '@/server/shared/ids';
import type { ReportMove } from '@/server/domain/inbound-reports/contract';
import type { InboxItem, InboxList as Inbox, InboxMark } from '@/server/domain/reviews/contract';
import { AGE_WORDS, GROUP_WORDS, INBOX_SCOPES } from '@/server/domain/reviews/rules';

/** The inbox with one report open: the one in the URL, or the first of the list. */

export const placeOf = (query: Query): InboxPlace => ({
  scope: INBOX_SCOPES.find((scope) => scope === queryParam(query, 'scope')) ?? 'mine',
  kind: knownValue(GROUP_WORDS, queryParam(query, 'kind')),
  age: knownValue(AGE_WORDS, queryParam(query, 'age')),
  cursor: queryParam(query, 'cursor'),
  lines: queryParam(query, 'lines') === 'laboratory' ? 'laboratory' : undefined,
});

export async function inboxMetadata() {
  return { title: titleWithCount('Inbox', criticalOf((await getInboxAlarm())?.value ?? null)) };
}

/** A phone shows only the list. A report is opened, and audited, only if it is displayed. */
const isPhone = async (): Promise<boolean> => /\bMobi/.test((await headers()).get('user-agent') ?? '');

type Move = NonNullable<ReportMove['moved']>;

interface ClosedChart {
  restrictedPatientId: string;
}

/** The report, the patient it was moved to, or the restricted chart that must be opened first. */
async function openReport(id: string): Promise<OpenedReport | Move | ClosedChart> {
  const { caller } = await getPageContext();
  const report = await orClosed(orNull(caller.labResults.getLabResult({ id })));
  if (report && 'restrictedPatientId' in report) return report;
  if (!report) {
    const { moved } = await caller.inboundReports.getReportMove({ id });
    if (!moved) throw absent();
    return moved;
  }
  const [read, identities] = await Promise.all([
    getSigningData(report),
    caller.patients.listIdentities({ ids: [report.patient_id] }),
  ]);
  const [patient] = identities.data;
  if (!patient || !isOpen(patient)) return { restrictedPatientId: report.patient_id };
  return { report, ...read, patient };
}

export async function InboxScreen({ place, resultId }: { place: InboxPlace; resultId: string | null }) {
  const { caller, session } = await getPageContext();
  const alarm = (await getInboxAlarm())?.value ?? null;
  const self = showId('user', session.userId);
  const { scope, kind, age } = place;
  // The report of the URL is read first: if it is missing, the page is a 404. The first report of the list may
  // disappear between the two reads, which is not a 404.
  const requested = resultId === null ? null : await load(orNotFound(openReport(resultId)));
  const list = await load(
    orFirstPage(caller.reviews.listInbox(inputOf(place)), inboxHref({ scope, kind, age }, resultId)),
  );
  const items = list.value ? inOrder(list.value) : [];
  const first = list.value?.data[0] ?? items[0];
  const loaded = requested ?? (!first || (await isPhone()) ? null : await load(openReport(first.id)));
  const opened = loaded?.value && 'report' in loaded.value ? loaded.value : null;
  const closed = loaded?.value && 'restrictedPatientId' in loaded.value ? loaded.value : null;
  const shown = resultId ?? (loaded && first ? first.id : null);
  const at = items.findIndex(({ id }) => id === shown);
  return (
    <>
      <div className="inbox-head mb-2 flex flex-wrap items-center gap-x-6">
        <h1 tabIndex={-1} className="text-title font-semibold">
          Inbox
        </h1>
        {alarm ? <UnmatchedCriticalLink alarm={alarm} /> : null}
        {list.value ? <ScopeLinks page={markOf(list.value)} scope={scope} /> : null}
        <KeyHelp keys={KEYS} />
      </div>
      <ReportFocus
        shown={opened ? `${opened.report.id} ${opened.report.version} ${opened.review.group}` : null}
        spoken={opened ? spokenOf(opened) : list.value && items.length === 0 ? emptyWords(scope) : ''}
      />
      {/* After the focus: it may load another report, which then gets the announcement. */}
      <InboxKeys
        report={shown}
        listed={items.map(({ id }) => ({ id, href: inboxHref(place, id) }))}
        chart={
          opened
            ? `/patients/${opened.patient.id}/results/${opened.report.id}`
            : closed
              ? openingHref(closed.restrictedPatientId, inboxHref(place, shown))
              : null
        }
        isRestricted={closed !== null}
      />
      <ReportTop report={shown} />
      <FollowRestrictions since={session.position} place={inboxHref(place, shown)} />
      <div className="inbox" data-open={resultId === null ? undefined : ''}>
        <ListScroll list={inboxHref(place)} open={shown}>
          <ListColumn
            list={list}
            place={place}
            resultId={resultId}
            open={shown}
            isComplete={opened !== null}
            self={self}
            since={session.position}
          />
        </ListScroll>
        <ReportBox>
          {loaded ? (
            <ReportColumn
              loaded={loaded}
              place={place}
              resultId={shown}
              item={items[at]}
              next={nextOf(items, at)}
              hasList={list.value !== null}
              self={self}
            />
          ) : null}
        </ReportBox>
      </div>
    </>
  );
}

const inputOf = ({ scope, kind, age, cursor }: InboxPlace) => ({
  scope,
  ...(kind ? { kind } : {}),
  ...(age ? { age } : {}),
  ...(cursor ? { cursor } : {}),
  limit: 50,
});

/** As listed: the pinned ones first, each report once. */
const inOrder = ({ pinned, data }: Inbox): InboxItem[] => [...pinned, ...notIn(pinned, data)];

const notIn = (pinned: readonly InboxItem[], items: readonly InboxItem[]): InboxItem[] =>
  items.filter(({ id }) => !pinned.some((one) => one.id === id));

interface ColumnProps {
  place: InboxPlace;
  resultId: string | null;
  self: string;
}

interface ListColumnProps extends ColumnProps {
  list: Loaded<Inbox>;
  /** ID of the open report. */
  open: string | null;
  /** Whether the open report could be loaded. */
  isComplete: boolean;
  /** The position of the list. */
  since: string;
}

function ListColumn({
  list: { value: list, error },
  place,
  resultId,
  open,
  isComplete,
  self,
  since,
}: ListColumnProps) {
  if (error)
    return (
      <FailedPart
        what="The list"
        error={error}
        again={inboxHref(place, resultId)}
        rest={isComplete ? 'The open report is complete.' : 'There may still be reports to sign.'}
      />
    );
  const { scope, kind, age, cursor, lines } = place;
  const items = list.data;
  return (
    <>
      <InboxChangeNotice key={list.mark} scope={scope} page={markOf(list)} />
      <FollowRows
        rows={[...list.pinned, ...items].map(({ id, version, reviewer, patient }) => ({
          id,
          version,
          assignee: reviewer?.id ?? null,
          isRestricted: patient.birth_date === null,
        }))}
        self={self}
        input={inputOf(place)}
        since={since}
      />
      <InboxFilter place={place} list={list} />
      <BulkSign
        plain={items.filter(({ why_alone }) => why_alone === null)}
        others={items.filter(({ why_alone, group }) => group === 'normal' && why_alone !== null)}
        listed={items.map(({ id }) => id)}
        open={open}
        self={self}
        place={place}
      />
      <InboxList
        pinned={list.pinned}
        critical={list.critical}
        kinds={list.kinds}
        items={notIn(list.pinned, items)}
        now={Date.parse(list.as_of)}
        place={place}
        open={open}
        self={self}
      />
      {items.length === 0 ? <EmptyInbox list={list} place={place} /> : null}
      <Pager
        path="/inbox"
        query={queryOf({ scope, kind, age, lines })}
        next={list.next_cursor}
        isFirst={!cursor}
      />
      {items.length === 0 ? null : (
        <p className="mt-3">
          <TextLink href="/inbox/signed" className="inline-flex min-h-6 items-center">
            {SIGNED_TODAY}
          </TextLink>
        </p>
      )}
    </>
  );
}

interface ReportColumnProps extends ColumnProps {
  loaded: Loaded<OpenedReport | Move | ClosedChart>;
  /** As listed. */
  item: InboxItem | undefined;
  /** The report that opens after this one is signed. */
  next: InboxItem | undefined;
  hasList: boolean;
}

async function ReportColumn({ loaded, place, resultId, item, next, hasList, self }: ReportColumnProps) {
  const { today } = await getPageContext();
  const { value, error } = loaded;
  if (value && 'report' in value)
    return (
      <OpenReport
        {...value}
        today={today}
        self={self}
        here={inboxHref(place, value.report.id)}
        next={inboxHref(place, next?.id)}
        lines={{
          order: place.lines ?? 'severity',
          other: inboxHref({ ...place, lines: place.lines ? undefined : 'laboratory' }, value.report.id),
        }}
        list={inboxHref(place)}
      />
    );
  return (
    <>
      <p className="inbox-back mb-1">
        <ParentLink href={inboxHref(place)} label="Back to list" />
      </p>
      {value && 'restrictedPatientId' in value ? (
        <RestrictedReport
          id={OPEN_REPORT}
          item={item}
          href={openingHref(value.restrictedPatientId, inboxHref(place, resultId))}
        />
      ) : value ? (
        <>
          <h2 id={OPEN_REPORT} tabIndex={-1} className="mb-2 text-section font-semibold">
            Report moved
          </h2>
          <MovedReport moved={value} />
        </>
      ) : null}
      {error ? (
        <FailedPart
          what="The report"
          error={error}
          again={inboxHref(place, resultId)}
          rest={hasList ? 'The list is complete.' : 'Nothing was signed.'}
        />
      ) : null}
    </>
  );
}

const KEYS = [
  ['s', 'sign and next'],
  ['j', 'next'],
  ['k', 'previous'],
  ['c', 'note'],
  ['f', 'forward'],
  ['x', 'select'],
  ['o', 'open chart'],
] as const;

const emptyWords = (scope: InboxPlace['scope']): string =>
  scope === 'unassigned' ? 'No unassigned reports.' : 'No reports to sign.';
const SIGNED_TODAY = 'Signed today';

const markOf = ({ mark, counts, as_of }: Inbox): InboxMark => ({ object: 'inbox_mark', mark, counts, as_of });

const spokenOf = ({ patient }: OpenedReport): string =>
  `Now viewing ${formatShortName(patient.name)}, born ${formatLongDate(patient.birth_date)}.`;

async function EmptyInbox({ list, place }: { list: Inbox; place: InboxPlace }) {
  const { format, today } = await getPageContext();
  const { scope } = place;
  if ((place.kind || place.age) && list.counts[scope] > 0)
    return (
      <EmptyState
        title="No reports match this filter."
        icon="inbox"
        action={
          <LinkButton href={inboxHref({ scope })} weight="secondary">
            Show all {counted(list.counts[scope])}
          </LinkButton>
        }
      />
    );
  const others = scope === 'mine' ? list.counts.unassigned : 0;
  const critical = list.counts.unassigned_critical;
  const last = list.last_signed_at;
  const isToday = last !== null && format.dayOf(last) === today;
  return (
    <EmptyState
      title={others > 0 ? 'No reports assigned to you.' : emptyWords(scope)}
      icon="success"
      action={
        <>
          {last ? (
            <LinkButton href={isToday ? '/inbox/signed' : '/inbox/signed?since=ever'} weight="secondary">
              {isToday ? SIGNED_TODAY : 'Signed reports'}
            </LinkButton>
          ) : null}
          {others > 0 ? (
            <LinkButton href={inboxHref({ scope: 'unassigned' })} weight="secondary">
              {critical > 0 ? `Show ${counted(critical)} critical` : 'Show unassigned'}
            </LinkButton>
          ) : null}
        </>
      }
    >
      {last
        ? `Last report signed ${isToday ? format.clock(last) : format.instant(last)}.`
        : 'New reports appear here when a laboratory sends them.'}
      {others > 0
        ? ` ${counted(others)} unassigned in your group${critical > 0 ? `, ${counted(critical)} critical` : ''}.`
        : ''}
    </EmptyState>
  );
}

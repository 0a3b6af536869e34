/** Open work by kind. A card is missing where the user may not see its list. */
import { useFormat } from '#format';
import { CANCELLATION_UNSENT, TRANSMISSION_WORDS } from '@/server/domain/lab-orders/rules';
import { GROUP_WORDS } from '@/server/domain/reviews/rules';
import type { Today } from '@/server/domain/today/contract';
import { formatDate } from '../format/dates';
import { list } from '../format/lists';
import { agoShort, leftWords } from '../format/relative';
import { counted } from '../format/counted';
import { inboxHref } from '../inbox/inbox-place';
import { ORDER_VIEW_WORDS, orderViewHref } from '../orders/order-views';
import { PriorityMark } from '../orders/priority-mark';
import { MicroIdentity } from '../patients/micro-identity';
import { TextLink } from '../ui/text-link';
import { SevereValues } from '../results/severe-value';
import { SentIdentity } from '../unmatched/sent-identity';
import { unmatchedReason } from '../unmatched/texts';
import { TodayCard, TodayRow } from './today-card';

interface CareCardsProps {
  read: Today;
  today: string;
  now: number;
}

const ORDER_WORDS = {
  unsent: 'Not sent',
  overdue: 'Overdue',
  rejected: TRANSMISSION_WORDS.rejected,
  failed: TRANSMISSION_WORDS.failed,
  cancel_refused: TRANSMISSION_WORDS.cancel_refused,
  cancel_requested: TRANSMISSION_WORDS.cancel_requested,
  cancel_unsent: CANCELLATION_UNSENT,
};

/** Cards stay in their column, whatever rows arrive. Without cards it takes no room. */
const COLUMN = 'min-w-0 empty:hidden';

export function CareCards({ read, today, now }: CareCardsProps) {
  const format = useFormat();
  const { to_sign: toSign, orders, due, unmatched, uploads, recent } = read;
  return (
    <div className="grid items-start gap-x-5 md:grid-cols-2 md:grid-rows-[auto_1fr] xl:grid-cols-3 xl:grid-rows-none">
      <div className={`${COLUMN} md:row-span-2 xl:row-span-1`}>
        {toSign ? (
          <TodayCard
            id="to-sign"
            heading="Reports to sign"
            count={toSign.mine + toSign.unassigned}
            all={{ href: '/inbox', label: 'Open inbox' }}
            parts={
              toSign.documents > 0
                ? [
                    {
                      href: '/documents?sign_off=unsigned',
                      label: `Documents not signed off (${counted(toSign.documents)})`,
                    },
                  ]
                : []
            }
            empty="No reports to sign."
            isEmpty={toSign.mine === 0 && toSign.unassigned === 0}
          >
            {toSign.groups.map(({ group, count }) => (
              <TodayRow key={group} aside={<Count of={count} />}>
                <TextLink href={inboxHref({ scope: 'mine', kind: group })}>{GROUP_WORDS[group]}</TextLink>
              </TodayRow>
            ))}
            {toSign.unassigned > 0 ? (
              <TodayRow aside={<Count of={toSign.unassigned} />}>
                <TextLink href={inboxHref({ scope: 'unassigned' })}>Unassigned</TextLink>
                {toSign.unassigned_critical > 0 ? (
                  <span className="text-critical"> ({counted(toSign.unassigned_critical)} critical)</span>
                ) : null}
              </TodayRow>
            ) : null}
          </TodayCard>
        ) : null}
        {orders ? (
          <TodayCard
            id="orders"
            heading="Orders to follow up"
            count={orders.count}
            all={{ href: orderViewHref('open'), label: 'Open orders' }}
            parts={orderParts(orders)}
            empty="No orders to follow up."
            isEmpty={orders.count === 0}
          >
            {orders.data.map(({ id, patient, tests, priority, expected_by: expected, state }) => (
              <TodayRow
                key={id}
                aside={
                  <>
                    <strong className="block font-semibold text-abnormal">{ORDER_WORDS[state]}</strong>
                    {expected && state === 'overdue' ? (
                      <time dateTime={expected} title={format.instant(expected)}>
                        Expected {agoShort(expected, now)}
                      </time>
                    ) : null}
                  </>
                }
              >
                <MicroIdentity
                  patient={patient}
                  today={today}
                  href={`/patients/${patient.id}/orders/${id}`}
                />
                <span className="block pl-11 text-sm">
                  {priority === 'stat' ? (
                    <>
                      <PriorityMark priority={priority} />{' '}
                    </>
                  ) : null}
                  {list(tests)}
                </span>
              </TodayRow>
            ))}
          </TodayCard>
        ) : null}
      </div>
      <div className={COLUMN}>
        {due ? (
          <TodayCard
            id="due"
            heading="Due for collection"
            count={due.count}
            all={{ href: '/orders?view=due', label: 'All orders due for collection' }}
            empty="No orders due for collection."
            isEmpty={due.count === 0}
          >
            {due.data.map(({ id, patient, tests, collect_on: day }) => (
              <TodayRow key={id} aside={day === today ? 'Today' : `Since ${formatDate(day)}`}>
                <MicroIdentity
                  patient={patient}
                  today={today}
                  href={`/patients/${patient.id}/orders/${id}`}
                />
                <span className="block pl-11 text-sm">{list(tests)}</span>
              </TodayRow>
            ))}
          </TodayCard>
        ) : null}
        {unmatched ? (
          <TodayCard
            id="unmatched"
            heading="Unmatched"
            count={unmatched.count}
            all={{ href: '/unmatched', label: 'All unmatched' }}
            empty="No unmatched reports."
            isEmpty={unmatched.count === 0 && unmatched.set_aside === 0}
          >
            {unmatched.data.map((report) => (
              <TodayRow
                key={report.id}
                aside={
                  <time dateTime={report.received_at} title={format.instant(report.received_at)}>
                    Received {agoShort(report.received_at, now)}
                  </time>
                }
              >
                <SentIdentity report={report} />
                {report.values.length > 0 ? <SevereValues values={report.values} /> : null}
                <span className="block text-sm">{unmatchedReason(report)}</span>
              </TodayRow>
            ))}
            {unmatched.documents > 0 ? (
              <TodayRow aside={<Count of={unmatched.documents} />}>
                <TextLink href="/unmatched#documents">Unmatched documents</TextLink>
              </TodayRow>
            ) : null}
            {unmatched.patient_updates > 0 ? (
              <TodayRow aside={<Count of={unmatched.patient_updates} />}>
                <TextLink href="/unmatched#patient-data">Patient data from a hospital</TextLink>
              </TodayRow>
            ) : null}
            {unmatched.set_aside > 0 ? (
              <TodayRow aside={<Count of={unmatched.set_aside} />}>
                <TextLink href="/unmatched?view=parked">Reports set aside</TextLink>
              </TodayRow>
            ) : null}
          </TodayCard>
        ) : null}
      </div>
      <div className={COLUMN}>
        {uploads ? (
          <TodayCard
            id="uploads"
            heading="Unfiled documents"
            count={uploads.count}
            all={{ href: '/documents', label: 'All documents' }}
            empty="All your uploads are filed."
            isEmpty={uploads.count === 0}
          >
            {uploads.data.map(({ id, file_name: name, patient, expires_at: end }) => (
              <TodayRow
                key={id}
                aside={
                  <time dateTime={end} title={format.instant(end)}>
                    Deleted in {leftWords(end, now)}
                  </time>
                }
              >
                <TextLink href={`/patients/${patient.id}/documents`} className="font-semibold">
                  <bdi dir="ltr">{name}</bdi>
                </TextLink>
                <span className="block text-sm">
                  <MicroIdentity patient={patient} today={today} />
                </span>
              </TodayRow>
            ))}
          </TodayCard>
        ) : null}
        <TodayCard
          id="recent"
          heading="Recently viewed"
          all={{ href: '/patients', label: 'All patients' }}
          empty="Patients that you open appear here."
          isEmpty={recent.length === 0}
        >
          {recent.map(({ opened_at: at, ...patient }) => (
            <TodayRow
              key={patient.id}
              aside={
                <time dateTime={at} title={format.instant(at)}>
                  {agoShort(at, now)}
                </time>
              }
            >
              <MicroIdentity patient={patient} today={today} />
            </TodayRow>
          ))}
        </TodayCard>
      </div>
    </div>
  );
}

const Count = ({ of }: { of: number }) => <span className="font-semibold text-ink">{counted(of)}</span>;

/** Rejected orders are not open, and overdue ones are only some of the count. */
const orderParts = ({ overdue, stopped }: NonNullable<Today['orders']>) => [
  ...(overdue > 0
    ? [{ href: orderViewHref('overdue'), label: `${ORDER_VIEW_WORDS.overdue} (${counted(overdue)})` }]
    : []),
  ...(stopped > 0
    ? [{ href: orderViewHref('stopped'), label: `${ORDER_VIEW_WORDS.stopped} (${counted(stopped)})` }]
    : []),
];

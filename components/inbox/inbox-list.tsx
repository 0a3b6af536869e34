/** Unsigned reports by group, most severe first. Critical ones stay above the list, even if a filter leaves them out. */
import { useFormat } from '#format';
import type { InboxItem, InboxList as Inbox } from '@/server/domain/reviews/contract';
import { SEX_WORDS } from '@/server/domain/patients/rules';
import { COUNTED, GROUP_WORDS, INBOX_GROUPS } from '@/server/domain/reviews/rules';
import { formatAge } from '../format/age';
import { isolate } from '../format/isolate';
import { formatName, namesakesOf } from '../format/names';
import { agoShort } from '../format/relative';
import { markOfReport } from '../results/marks';
import { CalculatedLetter, ResultMark } from '../results/result-mark';
import { SevereValue } from '../results/severe-value';
import { statusWords } from '../results/words';
import { TextLink } from '../ui/text-link';
import { counted } from '../format/counted';
import { inboxHref, type InboxPlace } from './inbox-place';
import { ListedReport } from './listed-report';
import { UnlessLeft, UnlessOutdated } from './outdated-rows';
import { IdentityFacts } from '../patients/identity-facts';
import { SelectedBadge } from './selected-badge';
import { UnsignedForShort } from './unsigned-for';

interface InboxListProps {
  pinned: readonly InboxItem[];
  /** All critical reports of the scope. */
  critical: number;
  /** Without the pinned ones. */
  items: readonly InboxItem[];
  /** All reports of each kind that match the filter. */
  kinds: Inbox['kinds'];
  /** When the list was read, in milliseconds. */
  now: number;
  place: InboxPlace;
  /** The open report. */
  open: string | null;
  self: string;
}

export function InboxList({ pinned, critical, items, kinds, ...rest }: InboxListProps) {
  const namesakes = namesakesOf([...pinned, ...items].map(({ patient }) => patient));
  const groups = INBOX_GROUPS.map((group) => ({
    group,
    rows: items.filter((item) => item.group === group),
  })).filter(({ rows }) => rows.length > 0);
  const { place } = rest;
  // The pinned ones need not be of the age, and are not counted above a limit.
  const unpinned = place.age ? 0 : critical > COUNTED ? critical : critical - pinned.length;
  return (
    <>
      {pinned.length > 0 ? (
        <section aria-labelledby="group-pinned" className="critical-strip mb-3 bg-paper">
          <h2
            id="group-pinned"
            className="flex flex-wrap items-baseline justify-between gap-x-2 border-y-2 border-critical bg-critical-tint px-2 font-semibold text-critical"
          >
            <span>
              {GROUP_WORDS.critical} {shownOf(pinned.length, critical)}
            </span>
            <TimeHead>Unsigned for</TimeHead>
            {critical > pinned.length && place.kind !== 'critical' ? (
              <TextLink
                href={inboxHref({ scope: place.scope, kind: 'critical', lines: place.lines })}
                className="font-normal text-critical hover:text-critical"
              >
                Show all {counted(critical)}
              </TextLink>
            ) : null}
          </h2>
          <Rows items={pinned} namesakes={namesakes} {...rest} />
        </section>
      ) : null}
      {groups.map(({ group, rows }) => (
        <section key={group} aria-labelledby={`group-${group}`} className="mb-4">
          <h2
            id={`group-${group}`}
            className="flex items-baseline justify-between gap-x-2 border-b-2 border-ink pr-2 pb-0.5 font-semibold"
          >
            <span>
              {group === 'critical' ? 'Other critical' : GROUP_WORDS[group]}{' '}
              <span className="font-normal text-ink-2">
                {shownOf(rows.length, group === 'critical' ? unpinned : kinds[group])}
              </span>
            </span>
            <TimeHead>{group === 'critical' ? 'Unsigned for' : 'Collected'}</TimeHead>
          </h2>
          <Rows items={rows} namesakes={namesakes} {...rest} />
        </section>
      ))}
      {[...pinned, ...items].some((item) => markOfReport(item).computed) ? (
        <p className="mb-4 text-sm text-ink-2">
          <CalculatedLetter>H</CalculatedLetter> Dashed: calculated from the reference range, not sent by the
          laboratory.
        </p>
      ) : null}
    </>
  );
}

/** "3 of 5" if the others are not in this part of the list. */
const shownOf = (shown: number, all: number): string =>
  shown < all ? `${shown} of ${counted(all)}` : String(shown);

/** Above the times of a group; each row repeats it for screen readers. */
const TimeHead = ({ children }: { children: string }) => (
  <span aria-hidden="true" className="text-sm font-normal text-ink-2">
    {children}
  </span>
);

interface RowsProps extends Pick<InboxListProps, 'items' | 'now' | 'place' | 'open' | 'self'> {
  /** Patients with the name of another. */
  namesakes: ReadonlySet<string>;
}

const Rows = ({ items, namesakes, now, place, open, self }: RowsProps) => (
  <ul>
    {items.map((item) => (
      <ListedReport key={item.id} id={item.id} isOpen={item.id === open}>
        <InboxRow
          item={item}
          href={inboxHref(place, item.id)}
          isOpen={item.id === open}
          self={self}
          sameName={namesakes.has(item.patient.id)}
          now={now}
        />
      </ListedReport>
    ))}
  </ul>
);

interface RowProps {
  item: InboxItem;
  href: string;
  isOpen: boolean;
  self: string;
  sameName: boolean;
  now: number;
}

function InboxRow({ item, href, isOpen, self, sameName, now }: RowProps) {
  const format = useFormat();
  const mark = markOfReport(item);
  const { patient } = item;
  const age = patient.birth_date
    ? formatAge(patient.birth_date, format.dayOf(new Date(now).toISOString()))
    : 'Restricted chart';
  return (
    <TextLink
      href={href}
      scroll={false}
      aria-current={isOpen ? 'true' : undefined}
      data-report={item.id}
      data-alone={item.why_alone ?? undefined}
      className="inbox-row pr-2 text-ink no-underline hover:text-ink"
    >
      <span className="inbox-spine">
        <ResultMark mark={mark} />
      </span>
      <span className="inbox-words block min-w-0">
        <span className="flex justify-between gap-2">
          <span className="min-w-0">
            <bdi className="font-semibold">{formatName(patient.name)}</bdi>{' '}
            <span className="text-sm text-ink-2">
              {patient.deceased_at ? 'Deceased' : age}{' '}
              {patient.sex && patient.sex !== 'unknown' ? SEX_WORDS[patient.sex] : ''}
            </span>
            {sameName ? <SameName patient={patient} /> : null}
            {item.why_alone === null ? <SelectedBadge id={item.id} /> : null}
          </span>
          <UnlessOutdated id={item.id}>
            <RowTime item={item} now={now} />
          </UnlessOutdated>
        </span>
        <span className="inbox-facts">
          <span className="listed-values">
            {item.values.map((value, index) => (
              <Value key={`${value.name} ${index}`} value={value} />
            ))}
          </span>
          <RowFacts item={item} self={self} />
        </span>
      </span>
    </TextLink>
  );
}

/** Name and age may be the same too: birth date and MRN decide. */
const SameName = ({ patient }: Pick<InboxItem, 'patient'>) => (
  <span className="block text-sm">
    <span className="mr-1 inline-block border border-ink px-1">Same name</span>{' '}
    <IdentityFacts patient={{ birth_date: patient.birth_date, mrn: patient.mrn, deceased_at: null }} />
  </span>
);

const TIME = 'shrink-0 text-sm whitespace-nowrap text-ink-2';

/** The time by which the rows of a group are sorted. */
function RowTime({ item, now }: { item: InboxItem; now: number }) {
  const format = useFormat();
  const { critical_since: since, collected_at: at, collected_at_precision: precision } = item;
  if (item.group === 'critical' && since)
    return (
      <time dateTime={since} title={`Unsigned since ${format.instant(since)}`} className={TIME}>
        <UnsignedForShort since={since} now={now} />
      </time>
    );
  if (!at) return <span className={TIME}>No date</span>;
  const exact = format.clinical(at, precision);
  const isTime = precision === null || /minute|second/.test(precision);
  return (
    <time dateTime={at} title={`Collected ${exact}`} className={TIME}>
      {isTime ? agoShort(at, now) : exact}
    </time>
  );
}

function Value({ value }: { value: InboxItem['values'][number] }) {
  const turn = value.value_text === null ? 0 : direction(value);
  return (
    <>
      <SevereValue value={value} />
      {turn === 0 ? null : (
        <span className="whitespace-nowrap text-ink-2">
          {' '}
          <span aria-hidden="true">{turn > 0 ? '↑' : '↓'} from</span>
          <span className="sr-only">{turn > 0 ? ', up from' : ', down from'}</span> {value.previous}
        </span>
      )}
      {' · '}
    </>
  );
}

/** Whether a plain number rose or fell since the previous one. */
function direction({ value_number, comparator, previous }: InboxItem['values'][number]): number {
  if (value_number === null || comparator !== null || !/^-?\d+(\.\d+)?$/.test(previous ?? '')) return 0;
  return Math.sign(value_number - Number(previous));
}

function RowFacts({ item, self }: { item: InboxItem; self: string }) {
  const { reviewer } = item;
  const calm = item.status === 'final' && !item.escalated;
  return (
    <>
      {item.escalated ? <span className="font-semibold text-critical">Escalated · </span> : null}
      {calm ? null : (
        <span className="font-semibold text-info">
          {statusWords(item.status, item.panels, item.pending_tests)}
          {' · '}
        </span>
      )}
      {item.seen ? <span className="text-ink-2">Seen · </span> : null}
      <UnlessLeft id={item.id}>
        {reviewer?.id === self ? null : (
          <span className="font-semibold">
            {reviewer ? isolate(reviewer.name) : 'Unassigned'}
            {' · '}
          </span>
        )}
      </UnlessLeft>
      <bdi>{item.title}</bdi>
    </>
  );
}

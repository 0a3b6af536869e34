/** The list of unsigned reports by group, most severe first. */
import { useFormat } from '#format';
import type { InboxItem } from '@/server/domain/reviews/contract';
import { GROUP_WORDS, INBOX_GROUPS } from '@/server/domain/reviews/rules';
import { formatDate } from '../format/dates';
import { isolate } from '../format/isolate';
import { formatName, sameNameMarks } from '../format/names';
import { markOfReport } from '../results/marks';
import { MarkShapeIcon, MARK_TONES } from '../results/result-mark';
import { statusWords } from '../results/words';
import { TextLink } from '../ui/text-link';
import { inboxHref, type InboxPlace } from './inbox-place';
import { SelectedBadge } from './selected-badge';

interface InboxListProps {
  items: readonly InboxItem[];
  place: InboxPlace;
  /** The open report. */
  open: string | null;
  self: string;
}

export function InboxList({ items, place, open, self }: InboxListProps) {
  // One patient may have several reports.
  const people = [...new Map(items.map(({ patient }) => [patient.id, patient])).values()];
  const marks = sameNameMarks(people.map(({ name }) => name));
  const same = new Set(people.flatMap(({ id }, index) => (marks[index] ? [id] : [])));
  const groups = INBOX_GROUPS.map((group) => ({
    group,
    rows: items.flatMap((item) =>
      item.group === group ? [{ item, sameName: same.has(item.patient.id) }] : [],
    ),
  })).filter(({ rows }) => rows.length > 0);
  return groups.map(({ group, rows }) => (
    <section key={group} aria-labelledby={`group-${group}`} className="mb-4">
      <h2 id={`group-${group}`} className="border-b-2 border-ink pb-0.5 font-semibold">
        {GROUP_WORDS[group]} <span className="font-normal text-ink-2">{rows.length}</span>
      </h2>
      <ul>
        {rows.map(({ item, sameName }) => (
          <li key={item.id} className="border-b border-line">
            <InboxRow
              item={item}
              href={inboxHref(place, item.id)}
              isOpen={item.id === open}
              self={self}
              sameName={sameName}
            />
          </li>
        ))}
      </ul>
    </section>
  ));
}

interface RowProps {
  item: InboxItem;
  href: string;
  isOpen: boolean;
  self: string;
  sameName: boolean;
}

function InboxRow({ item, href, isOpen, self, sameName }: RowProps) {
  const format = useFormat();
  const mark = markOfReport(item);
  const { patient } = item;
  const calm = item.status === 'final' && !item.escalated;
  return (
    <TextLink
      href={href}
      scroll={false}
      aria-current={isOpen ? 'true' : undefined}
      data-report={item.id}
      data-alone={item.why_alone ?? undefined}
      className={`inbox-row py-2 pr-2 text-ink no-underline hover:bg-canvas hover:text-ink ${isOpen ? 'bg-accent-tint' : ''}`}
    >
      <span className={`inbox-spine ${MARK_TONES[mark.tone]}`}>
        <MarkShapeIcon mark={mark} />
        <span aria-hidden="true" className="font-bold">
          {mark.letter}
        </span>
      </span>
      <span className="block min-w-0">
        <span className="block">
          <span className={`font-semibold ${MARK_TONES[mark.tone]}`}>
            {mark.word}
            {mark.computed ? ' (calculated)' : ''}
          </span>
          {item.why_alone === null ? <SelectedBadge id={item.id} /> : null}
          {item.escalated ? <span className="ml-2 font-semibold">Escalated</span> : null}
        </span>
        <span className="block font-semibold underline underline-offset-3">
          <bdi>{formatName(patient.name)}</bdi>
          {sameName ? (
            <span className="ml-2 inline-block border border-ink px-1 text-sm no-underline">Same name</span>
          ) : null}
        </span>
        <span className="block text-sm text-ink-2">
          Born {formatDate(patient.birth_date)} · MRN {patient.mrn}
        </span>
        <span className="block">{item.title}</span>
        <span className={`block text-sm ${calm ? 'text-ink-2' : 'font-semibold text-info'}`}>
          {statusWords(item.status, item.panels, item.pending_tests)}
          {item.seen ? ', seen' : ''}
        </span>
        <span className="block text-sm text-ink-2">
          <span className="whitespace-nowrap">
            Collected {format.clinical(item.collected_at, item.collected_at_precision)}
          </span>
          {item.ordered_at ? (
            <>
              {' '}
              · <span className="whitespace-nowrap">Ordered {format.instant(item.ordered_at, 'day')}</span>
            </>
          ) : null}{' '}
          · <bdi>{item.lab_name}</bdi>
        </span>
        {item.reviewer?.id === self ? null : (
          <span className="block text-sm font-semibold">
            {item.reviewer ? `Assigned to ${isolate(item.reviewer.name)}` : 'Unassigned'}
          </span>
        )}
      </span>
    </TextLink>
  );
}

'use client';
/** Over the lower edge of the page, so that nothing moves under the pointer: critical results that have just arrived. */
import { useRef, useSyncExternalStore } from 'react';
import type { NewCriticalResults } from '@/server/domain/reviews/contract';
import { useHeldRows } from '../client/live-rows';
import { formatDate } from '../format/dates';
import { formatShortName, namesakesOf } from '../format/names';
import { count } from '../format/numbers';
import { Button } from '../ui/button';
import { Icon } from '../ui/icons';
import { useMessageHeight } from '../ui/panel-height';
import { TextLink } from '../ui/text-link';
import {
  groupByPatient,
  headingWords,
  heldResults,
  isMixed,
  isMoved,
  newerThan,
  reasonWords,
  type CriticalGroup,
} from './critical-groups';
import { CriticalValue } from './critical-value';
import { inboxHref } from './inbox-place';

/** More would cover the page. */
const MOST_PATIENTS = { high: 4, low: 2 };
const IS_HIGH = '(width >= 48rem) and (height >= 56.25rem)';

const useMostPatients = (): number =>
  useSyncExternalStore(
    (changed) => {
      const query = window.matchMedia(IS_HIGH);
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => MOST_PATIENTS[window.matchMedia(IS_HIGH).matches ? 'high' : 'low'],
    () => MOST_PATIENTS.low,
  );

const MOST_VALUES = 2;

interface NewCriticalBannerProps {
  shown: NewCriticalResults;
  onOpen: (id: string) => void;
  /** @param seen what the rows show: others may have arrived since */
  onDismiss: (seen: NewCriticalResults) => void;
  /** The list of all of them opens. */
  onList: () => void;
}

export function NewCriticalBanner({ shown, onOpen, onDismiss, onList }: NewCriticalBannerProps) {
  const box = useRef<HTMLElement>(null);
  useMessageHeight(box, '--new-critical', shown);
  const [seen, release] = useHeldRows(box, shown);
  const { total, patient_total: patients, unmatched } = seen;
  const rows = heldResults(seen.data, shown.data);
  const groups = groupByPatient(rows);
  const namesakes = namesakesOf(groups.map(({ patient }) => patient));
  const lines = groups.slice(0, useMostPatients());
  const furtherPatients = patients - lines.length;
  const further = total - rows.length;
  const newer = newerThan(seen, shown);
  return (
    <section
      ref={box}
      role="alert"
      aria-label="New critical results"
      className="new-critical border-2 border-critical bg-paper py-1 pr-1 pl-3 text-ink pointer-coarse:py-0 max-md:text-sm max-md:leading-tight print:hidden"
    >
      {newer > 0 ? (
        // Above the others, which keep their place.
        <p className="flex items-center justify-end gap-2 font-semibold text-critical">
          {count(newer, 'new critical result')}
          <Button
            weight="quiet"
            onClick={() => {
              release();
              document.getElementById('main')?.focus();
            }}
          >
            Show
          </Button>
        </p>
      ) : null}
      <div className="flex items-start gap-2">
        <Icon name="problem" className="mt-2 size-4 shrink-0 text-critical" />
        <p className="min-w-0 flex-1 pt-1 max-md:pt-1.5">
          <span className="font-semibold text-critical">{headingWords({ ...seen, data: rows })}</span>
          {furtherPatients > 0 || further > 0 ? (
            <>
              {', '}
              <TextLink href={inboxHref({ scope: 'everyone', kind: 'critical' })} onClick={onList}>
                {furtherPatients > 0 ? count(furtherPatients, 'more patient') : `${further} more`} in the
                inbox
              </TextLink>
            </>
          ) : null}
        </p>
        <Button
          weight="quiet"
          onClick={({ detail }) => {
            // The second click of two would dismiss what the first has revealed.
            if (detail > 1) return;
            release();
            onDismiss(seen);
          }}
        >
          Dismiss
        </Button>
      </div>
      <ul className="pt-0.5 pr-2 pb-0.5 pointer-coarse:py-0">
        {lines.map((group) => (
          <PatientLine
            key={group.patient.id}
            group={group}
            isNamesake={namesakes.has(group.patient.id)}
            showsReason={isMixed(rows)}
            isMoved={isMoved(group, shown.data)}
            onOpen={onOpen}
          />
        ))}
        {unmatched.length > 0 ? <UnmatchedLine unmatched={unmatched} onOpen={onOpen} /> : null}
      </ul>
    </section>
  );
}

const LINE = 'wrap-anywhere pointer-coarse:flex pointer-coarse:items-center pointer-coarse:gap-2';
const ACTION =
  '-my-1 inline-block min-h-6 min-w-6 content-center font-semibold whitespace-nowrap pointer-coarse:my-0 pointer-coarse:min-h-11 pointer-coarse:min-w-11 pointer-coarse:shrink-0 pointer-coarse:text-center';

interface UnmatchedLineProps {
  /** At least one. */
  unmatched: NewCriticalResults['unmatched'];
  onOpen: (id: string) => void;
}

/** The newest of them, without the patient's name, which may be that of a restricted chart. */
function UnmatchedLine({ unmatched, onOpen }: UnmatchedLineProps) {
  const [{ id, value }] = unmatched as [NewCriticalResults['unmatched'][number]];
  const further = unmatched.length - 1;
  return (
    <li className={LINE}>
      <span className="min-w-0 pointer-coarse:flex-1">
        <span className="font-semibold">No patient matched</span>:{' '}
        <CriticalValue of={{ value, title: 'Unmatched report' }} />
        {further > 0 ? `, ${further} more` : ''}
      </span>{' '}
      <TextLink href={`/unmatched/${id}`} onClick={() => onOpen(id)} className={ACTION}>
        Match
        <span className="sr-only">
          {' '}
          <bdi>{value?.name ?? 'the report'}</bdi>
        </span>
      </TextLink>
    </li>
  );
}

interface PatientLineProps {
  group: CriticalGroup;
  isNamesake: boolean;
  showsReason: boolean;
  isMoved: boolean;
  onOpen: (id: string) => void;
}

function PatientLine({ group, isNamesake, showsReason, isMoved: isOther, onOpen }: PatientLineProps) {
  const { patient, results } = group;
  const [newest] = results;
  const name = formatShortName(patient.name);
  const values = results.slice(0, MOST_VALUES);
  const further = results.length - values.length;
  if (isOther)
    return (
      <li className="wrap-anywhere">
        <bdi className="font-semibold">{name}</bdi>: moved to another chart
      </li>
    );
  return (
    <li className={LINE}>
      <span className="min-w-0 pointer-coarse:flex-1">
        <bdi className="font-semibold">{name}</bdi> (
        {patient.birth_date === null ? (
          'restricted chart'
        ) : (
          <>
            born {formatDate(patient.birth_date)}
            <span className={isNamesake ? '' : 'max-md:hidden'}>
              , MRN <bdi>{patient.mrn}</bdi>
            </span>
          </>
        )}
        ):{' '}
        {values.map((one, index) => (
          <span key={one.id}>
            {index > 0 ? ', ' : ''}
            <CriticalValue of={one} />
            {showsReason && reasonWords(one) ? ` (${reasonWords(one)})` : ''}
          </span>
        ))}
        {further > 0 ? `, ${further} more` : ''}
      </span>{' '}
      <TextLink
        href={inboxHref({ scope: newest!.scope }, newest!.id)}
        onClick={() => onOpen(newest!.id)}
        className={ACTION}
      >
        Open
        <span className="sr-only">
          {' '}
          <bdi>{newest!.value?.name ?? newest!.title}</bdi> of <bdi>{name}</bdi>
        </span>
      </TextLink>
    </li>
  );
}

'use client';
/** Over the lower edge of the page, so that nothing moves under the pointer: critical results that have just arrived. */
import { useRef } from 'react';
import type { NewCriticalResults } from '@/server/domain/reviews/contract';
import { formatDate } from '../format/dates';
import { formatShortName, namesakesOf } from '../format/names';
import { count } from '../format/numbers';
import { Button } from '../ui/button';
import { Icon } from '../ui/icons';
import { useMessageHeight } from '../ui/panel-height';
import { TextLink } from '../ui/text-link';
import { groupByPatient, headingWords, isMixed, type CriticalGroup } from './critical-groups';
import { CriticalValue } from './critical-value';
import { inboxHref } from './inbox-place';

/** More would cover the page. */
const MOST_PATIENTS = 2;
const MOST_VALUES = 2;

interface NewCriticalBannerProps {
  shown: NewCriticalResults;
  onOpen: (id: string) => void;
  onDismiss: () => void;
  /** The list of all of them opens. */
  onList: () => void;
}

export function NewCriticalBanner({ shown, onOpen, onDismiss, onList }: NewCriticalBannerProps) {
  const box = useRef<HTMLElement>(null);
  useMessageHeight(box, '--new-critical', shown);
  const { data, total, patient_total: patients } = shown;
  const groups = groupByPatient(data);
  const namesakes = namesakesOf(groups.map(({ patient }) => patient));
  const furtherPatients = patients - Math.min(groups.length, MOST_PATIENTS);
  return (
    <section
      ref={box}
      role="alert"
      aria-label="New critical results"
      className="new-critical border-2 border-critical bg-paper py-1 pr-1 pl-3 text-ink max-md:text-sm max-md:leading-tight print:hidden"
    >
      <div className="flex items-start gap-2">
        <Icon name="problem" className="mt-2 size-4 shrink-0 text-critical" />
        <p className="min-w-0 flex-1 pt-1 max-md:pt-1.5">
          <span className="font-semibold text-critical">{headingWords(shown)}</span>
          {furtherPatients > 0 || total > data.length ? (
            <>
              {', '}
              <TextLink href={inboxHref({ scope: 'everyone', kind: 'critical' })} onClick={onList}>
                {furtherPatients > 0 ? count(furtherPatients, 'more patient') : `${total - data.length} more`}{' '}
                in the inbox
              </TextLink>
            </>
          ) : null}
        </p>
        <Button weight="quiet" onClick={onDismiss}>
          Dismiss
        </Button>
      </div>
      <ul className="pt-0.5 pr-2 pb-0.5">
        {groups.slice(0, MOST_PATIENTS).map((group) => (
          <PatientLine
            key={group.patient.id}
            group={group}
            isNamesake={namesakes.has(group.patient.id)}
            showsKind={isMixed(data)}
            onOpen={onOpen}
          />
        ))}
      </ul>
    </section>
  );
}

interface PatientLineProps {
  group: CriticalGroup;
  isNamesake: boolean;
  showsKind: boolean;
  onOpen: (id: string) => void;
}

function PatientLine({ group: { patient, results }, isNamesake, showsKind, onOpen }: PatientLineProps) {
  const [newest] = results;
  const name = formatShortName(patient.name);
  const values = results.slice(0, MOST_VALUES);
  const further = results.length - values.length;
  return (
    <li className="wrap-anywhere">
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
          {showsKind && one.told ? ' (not acknowledged)' : ''}
        </span>
      ))}
      {further > 0 ? `, ${further} more` : ''}{' '}
      <TextLink
        href={inboxHref({ scope: newest!.scope }, newest!.id)}
        onClick={() => onOpen(newest!.id)}
        className="-my-1 inline-block min-h-6 min-w-6 content-center font-semibold whitespace-nowrap"
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

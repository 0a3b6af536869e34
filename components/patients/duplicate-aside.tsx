'use client';
/** Check while typing: patients who may be the same as the one about to be created. The server decides on creation. */
import { hashKey, keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { Patient } from '@/server/domain/patients/contract';
import { SEX_WORDS } from '@/server/domain/patients/rules';
import { valueOf } from '../client/form-values';
import { trpc } from '../client/query-client';
import { useDebounced } from '../client/use-debounced';
import { formatAge, formatDate } from '../format/dates';
import { formatName, sexWord } from '../format/names';
import { knownValue } from '../format/words';
import { parseDate } from '../format/parse-date';
import { LinkButton } from '../ui/link-button';
import { Notice } from '../ui/notice';

const PAUSE_MS = 400;

interface Duplicates {
  found: readonly Patient[];
  /** One of them is probably the same person. */
  needsReason: boolean;
  /** The last check got no answer. */
  failed: boolean;
}
const NONE: Duplicates = { found: [], needsReason: false, failed: false };

function questionOf(form: HTMLFormElement) {
  const data = new FormData(form);
  const family = valueOf(data, 'family');
  const given = valueOf(data, 'given');
  const birthDate = parseDate(valueOf(data, 'birth_date') ?? '');
  const sex = knownValue(SEX_WORDS, data.get('sex'));
  const phone = valueOf(data, 'phone');
  // One of them alone is shared by too many people.
  if ([family ?? given, birthDate, phone].filter(Boolean).length < 2) return null;
  return {
    ...(family ? { family } : {}),
    ...(given ? { given } : {}),
    ...(birthDate ? { birth_date: birthDate } : {}),
    ...(sex ? { sex } : {}),
    ...(phone ? { phone } : {}),
  };
}

export function useDuplicates() {
  const [typed, setTyped] = useState<ReturnType<typeof questionOf>>(null);
  const asked = useDebounced(typed, PAUSE_MS);
  const { data, isError, refetch } = useQuery(
    trpc.patients.findDuplicates.queryOptions(asked ?? skipToken, {
      placeholderData: keepPreviousData,
      trpc: { abortOnUnmount: true },
    }),
  );
  const duplicates: Duplicates = asked
    ? { found: data?.data ?? [], needsReason: data?.needs_reason ?? false, failed: isError }
    : NONE;
  return {
    ...duplicates,
    /** What the form says now, also when it was asked already. */
    check(form: HTMLFormElement) {
      const question = questionOf(form);
      if (question && hashKey([question]) === hashKey([asked])) void refetch();
      else setTyped(question);
    },
    onChange: ({ currentTarget }: FormEvent<HTMLFormElement>) => setTyped(questionOf(currentTarget)),
  };
}

interface DuplicateAsideProps extends Duplicates {
  /** Ids of likely duplicates that only the server has seen. */
  refusedFor: readonly string[];
  today: string;
  className?: string;
}

export function DuplicateAside(props: DuplicateAsideProps) {
  const { found, needsReason, failed, refusedFor, today, className } = props;
  return (
    <div role="status" className={className}>
      {failed ? (
        <Notice kind="problem">
          The check for duplicate patients failed. Search for the patient before you create a record.{' '}
          {refusedFor.map((id, index) => (
            <LinkButton key={id} href={`/patients/${id}`} weight="primary" className="mt-1.5 mr-2">
              {refusedFor.length > 1 ? `Open existing ${index + 1}` : 'Open existing'}
            </LinkButton>
          ))}
        </Notice>
      ) : null}
      {found.length > 0 ? (
        <section aria-labelledby="duplicates" className="border-l-4 border-info bg-info-tint px-4 py-3">
          <h2 id="duplicates" className="text-value font-semibold">
            {found.length === 1
              ? 'One patient may be the same person'
              : `${found.length} patients may be the same person`}
          </h2>
          <ul>
            {found.map((patient) => (
              <li key={patient.id} className="border-b border-line py-2.5 last:border-b-0">
                <p className="font-semibold">
                  <bdi>{formatName(patient.name)}</bdi>
                </p>
                <p>
                  Born {formatDate(patient.birth_date)} ({formatAge(patient.birth_date, today)}) ·{' '}
                  {sexWord(patient.sex)} · MRN {patient.mrn}
                </p>
                <p className="text-sm text-ink-2">
                  Phone {patient.phones[0]?.value ?? 'not known'} · Postcode{' '}
                  {patient.addresses[0]?.postal_code ?? 'not known'}
                </p>
                <LinkButton
                  href={`/patients/${patient.id}`}
                  weight={needsReason ? 'primary' : 'secondary'}
                  className="mt-1.5"
                >
                  Open existing
                </LinkButton>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}

'use client';
/** Possible duplicates of a new patient, found while typing. The server decides on creation. */
import { hashKey, keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { ChartRow } from '@/server/domain/patients/contract';
import { SEX_WORDS } from '@/server/domain/patients/rules';
import { valueOf } from '../client/form-values';
import { trpc } from '../client/query-client';
import { useDebounced } from '../client/use-debounced';
import { formatAge } from '../format/age';
import { formatDate } from '../format/dates';
import { formatName, formatShortName } from '../format/names';
import { sexWord } from '../format/sex';
import { knownValue } from '../format/words';
import { parseDate } from '../format/parse-date';
import { Missing } from '../ui/missing';
import { LinkButton } from '../ui/link-button';
import { TextLink } from '../ui/text-link';
import { IdentityFacts } from './identity-facts';
import { Notice } from '../ui/notice';

const PAUSE_MS = 400;

interface Duplicates {
  found: readonly ChartRow[];
  /** One of them is probably the same person. */
  needsReason: boolean;
  /** The last check failed. */
  failed: boolean;
  /** Done for the current input. */
  isChecked: boolean;
}
const NONE: Duplicates = { found: [], needsReason: false, failed: false, isChecked: false };

function queryOf(form: HTMLFormElement) {
  const data = new FormData(form);
  const family = valueOf(data, 'family');
  const given = valueOf(data, 'given');
  const typedDate = valueOf(data, 'birth_date');
  const birthDate = parseDate(typedDate ?? '');
  // Compared without it, the patients would seem to match the whole form.
  if (typedDate && birthDate === null) return null;
  const sex = knownValue(SEX_WORDS, data.get('sex'));
  const phone = valueOf(data, 'phone');
  // A single one is shared by too many patients.
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
  const [typed, setTyped] = useState<ReturnType<typeof queryOf>>(null);
  const debounced = useDebounced(typed, PAUSE_MS);
  const { data, isError, isPlaceholderData, refetch } = useQuery(
    trpc.patients.findDuplicates.queryOptions(debounced ?? skipToken, {
      placeholderData: keepPreviousData,
      trpc: { abortOnUnmount: true },
    }),
  );
  const duplicates: Duplicates = debounced
    ? {
        found: data?.data ?? [],
        needsReason: data?.needs_reason ?? false,
        failed: isError,
        isChecked: typed === debounced && data !== undefined && !isPlaceholderData,
      }
    : NONE;
  return {
    ...duplicates,
    /** Checks the form, even if it has not changed. */
    check(form: HTMLFormElement) {
      const query = queryOf(form);
      if (query && hashKey([query]) === hashKey([debounced])) void refetch();
      else setTyped(query);
    },
    onChange: ({ currentTarget }: FormEvent<HTMLFormElement>) => setTyped(queryOf(currentTarget)),
  };
}

/** A patient that a message may be about, found by its other data as well. */
export interface SentMatch {
  id: string;
  mrn: string;
  family: string;
  given: string;
  birth_date: string;
  sex: string;
}

/** Of a form for the patient of a message. */
export interface SentMatches {
  patients: readonly SentMatch[];
  /** Where they are compared with the message. */
  compare: { href: string; label: string };
}

interface DuplicateAsideProps extends Duplicates {
  sent: SentMatches | null;
  /** IDs of likely duplicates from the rejected creation. */
  duplicateIds: readonly string[];
  today: string;
}

/** Of a message, those that the check of the form has not found. */
export const otherMatches = (sent: SentMatches | null, found: readonly ChartRow[]): readonly SentMatch[] =>
  sent?.patients.filter(({ id }) => !found.some((one) => one.id === id)) ?? [];

export function DuplicateAside(props: DuplicateAsideProps) {
  const { found, needsReason, failed, isChecked, duplicateIds, today, sent } = props;
  const others = otherMatches(sent, found);
  const total = found.length + others.length;
  return (
    <div role="status">
      {failed ? (
        <Notice kind="problem">
          Could not check for duplicates. Search for the patient before creating a record.{' '}
          {duplicateIds.map((id, index) => (
            <LinkButton key={id} href={`/patients/${id}`} weight="primary" className="mt-1.5 mr-2">
              {duplicateIds.length > 1 ? `Open existing ${index + 1}` : 'Open existing'}
            </LinkButton>
          ))}
        </Notice>
      ) : null}
      {total === 0 && !failed ? (
        // Keeps room for them next to the form.
        <section
          aria-labelledby="no-duplicates"
          className="border-l-4 border-line bg-canvas px-4 py-3 max-lg:hidden"
        >
          <h2 id="no-duplicates" className="text-section font-semibold">
            Possible duplicates
          </h2>
          <p className="text-ink-2">
            {isChecked
              ? 'None found.'
              : 'Patients with a similar name, birth date or phone appear here as you type.'}
          </p>
        </section>
      ) : null}
      {total > 0 ? (
        <section aria-labelledby="duplicates" className="border-l-4 border-info bg-info-tint px-4 py-3">
          <h2 id="duplicates" className="text-section font-semibold">
            {total === 1 ? 'Possible duplicate' : `${total} possible duplicates`}
          </h2>
          {sent ? <TextLink href={sent.compare.href}>{sent.compare.label}</TextLink> : null}
          <ul>
            {found.map((patient) => (
              <li key={patient.id} className="border-b border-line py-2.5 last:border-b-0">
                <p className="font-semibold">
                  <bdi>{formatName(patient.name)}</bdi>
                </p>
                <p>
                  <IdentityFacts patient={patient} today={today} />
                </p>
                {patient.birth_date === null ? null : (
                  <p className="text-sm text-ink-2">
                    Phone {patient.phone ?? <Missing />} · Postal code {patient.postal_code ?? <Missing />}
                  </p>
                )}
                <LinkButton
                  href={`/patients/${patient.id}`}
                  weight={needsReason ? 'primary' : 'secondary'}
                  className="mt-1.5"
                >
                  Open existing
                </LinkButton>
              </li>
            ))}
            {others.map((patient) => (
              <li key={patient.id} className="border-b border-line py-2.5 last:border-b-0">
                <p className="font-semibold">
                  <bdi>{formatShortName({ family: patient.family, given: [patient.given] })}</bdi>
                </p>
                <p>
                  Born {formatDate(patient.birth_date)} ({formatAge(patient.birth_date, today)}) ·{' '}
                  {sexWord(patient.sex)} · MRN {patient.mrn}
                </p>
                <LinkButton href={`/patients/${patient.id}`} weight="secondary" className="mt-1.5">
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

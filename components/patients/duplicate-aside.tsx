'use client';
/** Soft check while typing: people who may be the same as the one about to be created. Never blocks. */
import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { Patient } from '@/server/domain/patients/contract';
import { api } from '../api/client';
import { valueOf } from '../api/form-values';
import { formatAge, formatDate } from '../format/dates';
import { formatName, sexWord } from '../format/names';
import { parseDate } from '../format/parse-date';
import { LinkButton } from '../ui/link-button';

const WAIT_MS = 400;

interface Duplicates {
  found: readonly Patient[];
  /** Somebody has the same name and birth date. */
  needsReason: boolean;
}
const NOBODY: Duplicates = { found: [], needsReason: false };

export function useDuplicates() {
  const [duplicates, setDuplicates] = useState(NOBODY);
  const timer = useRef<number | undefined>(undefined);
  const asked = useRef(0);

  useEffect(() => () => window.clearTimeout(timer.current), []);

  async function check(form: HTMLFormElement) {
    const data = new FormData(form);
    const family = valueOf(data, 'family') ?? '';
    const given = valueOf(data, 'given') ?? '';
    const birthDate = parseDate(valueOf(data, 'birth_date') ?? '');
    const phone = valueOf(data, 'phone');
    const turn = ++asked.current;
    if (!family || !given || (!birthDate && !phone)) return setDuplicates(NOBODY);
    try {
      const answer = await api.patients.findDuplicates.query({
        family,
        given,
        ...(birthDate ? { birth_date: birthDate } : {}),
        ...(phone ? { phone } : {}),
      });
      // A slower, older answer must not replace a newer one.
      if (turn === asked.current) setDuplicates({ found: answer.data, needsReason: answer.needs_reason });
    } catch {
      // The check is a help only; creating is judged by the server in any case.
      if (turn === asked.current) setDuplicates(NOBODY);
    }
  }

  function onChange(event: FormEvent<HTMLFormElement>) {
    const form = event.currentTarget;
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => void check(form), WAIT_MS);
  }

  return { ...duplicates, check, onChange };
}

interface DuplicateAsideProps extends Duplicates {
  today: string;
  className?: string;
}

export function DuplicateAside({ found, needsReason, today, className }: DuplicateAsideProps) {
  return (
    <div role="status" className={className}>
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

'use client';
/** Shown on top of a form after an error: takes the focus and links to each invalid field. */
import { useEffect, useRef, type ReactNode } from 'react';
import type { ShownError } from './error-message';
import { isMissing, withLabel } from './field-messages';
import { TextLink } from './text-link';

interface ErrorSummaryProps {
  error: ShownError | null;
  /** The fields of the form: prefix of the JSON pointer, ID and label of the control. The first match is used. */
  fields: readonly FieldPlace[];
  /** A link to what fixes an error that is of no field. */
  fix?: ReactNode;
}

export type FieldPlace = readonly [pointer: string, id: string, label?: string, missing?: string];

export function placeOf(fields: readonly FieldPlace[], pointer: string): FieldPlace | undefined {
  return fields.find(([start]) => pointer === start || pointer.startsWith(`${start}/`));
}

/** An error below the place is of an entry, which the server names better than the label: "Redirect URI 2". */
export function messageAt(place: FieldPlace | undefined, field: ShownError['fields'][number]): string {
  const [, , label, missing] = place?.[0] === field.pointer ? place : [];
  return missing && isMissing(field) ? missing : withLabel(field, label);
}

/** Opens the folded parts of the form around a field. */
function reveal(id: string): void {
  let fold = document.getElementById(id)?.closest('details');
  for (; fold; fold = fold.parentElement?.closest('details')) fold.open = true;
}

/** For a record that another user has deleted since its page was loaded. */
function recordOfPage() {
  const link = document.querySelector<HTMLAnchorElement>('a[data-record]');
  if (!link) return null;
  const label = link.textContent.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase());
  return {
    sentence: `This ${link.dataset.record} was deleted.`,
    href: link.pathname,
    back: `Back to ${label}`,
  };
}

export function ErrorSummary({ error, fields, fix }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!error) return;
    for (const { hash } of box.current?.querySelectorAll('a') ?? []) reveal(hash.slice(1));
    box.current?.focus();
  }, [error]);
  if (!error) return null;
  const deleted = error.code === 'not_found' ? recordOfPage() : null;
  return (
    <div ref={box} tabIndex={-1} role="alert" className="mb-5 border-2 border-error px-4 py-3">
      <p className="font-semibold text-error">
        {deleted?.sentence ?? error.sentence}
        {error.code === 'network' ? ' Your input is kept.' : ''}
      </p>
      {error.fields.length > 0 ? (
        <ul className="mt-1">
          {error.fields.map((field) => {
            const place = placeOf(fields, field.pointer);
            const message = messageAt(place, field);
            return (
              <li key={`${field.pointer} ${message}`} className="whitespace-pre-line">
                {place ? <a href={`#${place[1]}`}>{message}</a> : <span>{message}</span>}
              </li>
            );
          })}
        </ul>
      ) : null}
      {/* For support, which invalid input does not need. */}
      {deleted ? (
        <p>
          <TextLink href={deleted.href}>{deleted.back}</TextLink>
        </p>
      ) : fix ? (
        <p>{fix}</p>
      ) : error.restrictedPatientId ? (
        <p>
          {/* In a new tab, so that the form keeps its values. */}
          <a href={`/restricted-charts/${error.restrictedPatientId}`} target="_blank" rel="noopener">
            Open chart (new tab)
          </a>
        </p>
      ) : error.requestId && error.fields.length === 0 ? (
        <p className="text-sm text-ink-2">
          Request ID <code className="font-mono break-all select-all">{error.requestId}</code>
        </p>
      ) : null}
    </div>
  );
}

'use client';
/**
 * Signs plainly normal reports together: all of them, or those that were marked. The question names each one, lets some be
 * left out, and says how many are not among them.
 */
import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import { useFormat } from '#format';
import type { InboxItem, SignedTogether } from '@/server/domain/reviews/contract';
import { LEFT_OUT_WORDS } from '@/server/domain/reviews/rules';
import { api } from '../client/client';
import { isolate } from '../format/isolate';
import { formatShortName } from '../format/names';
import { count } from '../format/numbers';
import { showAction } from '../shell/latest-action';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { Notice } from '../ui/notice';
import { tellInboxChanged } from './inbox-queries';
import { clearMarks, useMarks } from './marks';
import { alreadyWords, undoable } from './review-action';

type Named = Pick<InboxItem, 'id' | 'version' | 'title' | 'patient' | 'why_alone'>;

interface BulkSignProps {
  plain: readonly Named[];
  /** Of the same group, but each must be read by itself. */
  others: readonly Named[];
  self: string;
  /** Address of the list. */
  here: string;
}

/** What was answered, with the names that the list had then. */
interface Told {
  answer: SignedTogether;
  named: readonly Named[];
}

export function BulkSign({ plain, others, self, here }: BulkSignProps) {
  const router = useRouter();
  const [told, setTold] = useState<Told | null>(null);
  const latest = useRef<SignedTogether | null>(null);
  /** Of this list of reports: sent again it is answered as the first time. */
  const press = useRef({ key: '', asked: '' });
  const marks = useMarks();
  const marked = plain.filter(({ id }) => marks.has(id));
  const offered = marked.length > 0 ? marked : plain;
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const chosen = offered.filter(({ id }) => !left.has(id));
  const reports = chosen.map(({ id, version }) => ({ id, version }));
  const label = (number: number) =>
    `Sign ${count(number, marked.length > 0 ? 'marked report' : 'normal report')}`;
  const leftOut = told ? <LeftOutNotice {...told} self={self} /> : null;
  if (plain.length === 0) return leftOut;
  return (
    <div className="my-3">
      <ConfirmDialog
        opener={{
          label: label(offered.length),
          weight: 'secondary',
          onOpen: () => {
            setTold(null);
            setLeft(new Set());
          },
        }}
        title={`${label(chosen.length)}?`}
        confirm={label(chosen.length)}
        keep="Cancel"
        description={
          <p>
            Every line is final and normal, nothing was corrected, and the laboratory wrote no note.
            {marked.length > 0 && marked.length < plain.length
              ? ` ${count(plain.length - marked.length, 'normal report is', 'normal reports are')} not marked.`
              : ''}
          </p>
        }
        ready={chosen.length > 0}
        act={async () => {
          const asked = JSON.stringify(reports);
          if (press.current.asked !== asked) press.current = { key: crypto.randomUUID(), asked };
          const idempotency_key = press.current.key;
          latest.current = await api.reviews.signNormalResults.mutate({ reports, idempotency_key });
          press.current.asked = '';
        }}
        done={() => {
          const answer = latest.current!;
          setTold({ answer, named: offered });
          clearMarks();
          tellTogether(answer, here);
          router.refresh();
        }}
      >
        {others.length > 0 ? (
          <>
            <p>
              {count(others.length, 'report is', 'reports are')} not among them and must be read one by one:
            </p>
            <ul className="mb-2 max-h-32 overflow-y-auto pl-4" tabIndex={0} aria-label="Not among them">
              {others.map(({ id, title, patient, why_alone }) => (
                <li key={id} className="list-disc">
                  <bdi className="font-semibold">{formatShortName(patient.name)}</bdi>, MRN {patient.mrn}:{' '}
                  <bdi>{title}</bdi>
                  {why_alone ? `, ${LEFT_OUT_WORDS[why_alone]}` : ''}
                </li>
              ))}
            </ul>
          </>
        ) : null}
        <ul className="max-h-64 overflow-y-auto border-y border-line" tabIndex={0} aria-label="Reports">
          {offered.map(({ id, title, patient }) => (
            <li key={id} className="border-b border-line py-1 last:border-b-0">
              <label className="flex min-h-6 items-start gap-2">
                <input
                  type="checkbox"
                  className="mt-1 size-4 shrink-0"
                  checked={!left.has(id)}
                  onChange={() => setLeft((before) => toggled(before, id))}
                />
                <span>
                  <bdi className="font-semibold">{formatShortName(patient.name)}</bdi>, MRN {patient.mrn}:{' '}
                  <bdi>{title}</bdi>
                </span>
              </label>
            </li>
          ))}
        </ul>
      </ConfirmDialog>
      {leftOut}
    </div>
  );
}

function toggled(set: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** Which were left out, and why. */
function LeftOutNotice({ answer, named, self }: Told & Pick<BulkSignProps, 'self'>) {
  const format = useFormat();
  const left = answer.left_out.map(({ id, reason, reviewed }) => {
    const one = named.find((report) => report.id === id);
    return one
      ? `${isolate(one.title)} for ${isolate(formatShortName(one.patient.name))}: ${reviewed ? alreadyWords(reviewed, self, format) : `${LEFT_OUT_WORDS[reason]}.`}`
      : '';
  });
  if (left.length === 0 && answer.not_found === 0) return null;
  return (
    <Notice word="Left out" live>
      {left.join(' ')}
      {answer.not_found > 0 ? ` ${count(answer.not_found, 'report')} no longer there.` : ''}
    </Notice>
  );
}

function tellTogether(answer: SignedTogether, here: string): void {
  const { signed } = answer;
  if (signed.length === 0) return;
  tellInboxChanged();
  const reports = signed.map(({ id, version }) => ({ id, version }));
  const named = count(signed.length, 'normal report');
  showAction(
    undoable(reports, `Signed ${named}`, `${named} ${signed.length === 1 ? 'is' : 'are'} unsigned`, here),
  );
}

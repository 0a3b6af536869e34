'use client';
/** Signs plainly normal reports together; the question names each one and says how many are left out. */
import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import type { InboxItem, SignedTogether } from '@/server/domain/reviews/contract';
import { LEFT_OUT_WORDS } from '@/server/domain/reviews/rules';
import { api } from '../api/client';
import { formatShortName } from '../format/names';
import { count } from '../format/numbers';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { announce } from '../ui/live-region';
import { Notice } from '../ui/notice';
import { tellSigned } from './signed-event';

type Named = Pick<InboxItem, 'id' | 'version' | 'title' | 'patient'>;

interface BulkSignProps {
  plain: readonly Named[];
  /** Normal ones that must be read one by one. */
  others: number;
}

/** What was answered, with the names that the list had then. */
interface Told {
  answer: SignedTogether;
  named: readonly Named[];
}

export function BulkSign({ plain, others }: BulkSignProps) {
  const router = useRouter();
  const [told, setTold] = useState<Told | null>(null);
  const latest = useRef<SignedTogether | null>(null);
  const reports = plain.map(({ id, version }) => ({ id, version }));
  const label = `Sign ${count(plain.length, 'normal report')}`;
  const leftOut = told ? <LeftOutNotice {...told} /> : null;
  if (plain.length === 0) return leftOut;
  return (
    <div className="my-3">
      <ConfirmDialog
        opener={{ label, weight: 'secondary', onOpen: () => setTold(null) }}
        title={`${label}?`}
        confirm={label}
        keep="Not now"
        act={async () => {
          latest.current = await api.reviews.signNormalResults.mutate({ reports });
        }}
        done={() => {
          const answer = latest.current!;
          setTold({ answer, named: plain });
          tellTogether(answer);
          router.refresh();
        }}
      >
        <p className="mb-2">
          Every line is final and normal, nothing was corrected, and the laboratory wrote no note.
          {others > 0 ? ` ${count(others, 'other report')} in this group must be read one by one.` : ''}
        </p>
        <ul className="max-h-64 overflow-y-auto border-y border-line" tabIndex={0} aria-label="Reports">
          {plain.map(({ id, title, patient }) => (
            <li key={id} className="border-b border-line py-1 last:border-b-0">
              <span className="font-semibold">{formatShortName(patient.name)}</span>, MRN {patient.mrn}:{' '}
              {title}
            </li>
          ))}
        </ul>
      </ConfirmDialog>
      {leftOut}
    </div>
  );
}

/** Which were left out, and why. */
function LeftOutNotice({ answer, named }: Told) {
  const left = answer.left_out.map(({ id, reason }) => {
    const one = named.find((report) => report.id === id);
    return one ? `${one.title} for ${formatShortName(one.patient.name)}: ${LEFT_OUT_WORDS[reason]}` : '';
  });
  if (left.length === 0 && answer.not_found === 0) return null;
  return (
    <Notice word="Left out" live>
      {left.join('. ')}
      {answer.not_found > 0 ? ` ${count(answer.not_found, 'report')} no longer there.` : ''}
    </Notice>
  );
}

function tellTogether(answer: SignedTogether): void {
  const { signed } = answer;
  if (signed.length === 0) return;
  const sentence = `Signed ${count(signed.length, 'normal report')}`;
  tellSigned({ reports: signed.map(({ id, version }) => ({ id, version })), sentence });
  announce(`${sentence}. Undo within ten seconds.`);
}

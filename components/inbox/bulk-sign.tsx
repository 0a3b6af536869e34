'use client';
/**
 * Signs several normal reports together: the selected ones, or all. The dialog lists each report, lets some be left out,
 * and lists the normal reports that must be signed separately.
 */
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { useFormat } from '#format';
import type { InboxItem, SignedTogether } from '@/server/domain/reviews/contract';
import { LEFT_OUT_WORDS } from '@/server/domain/reviews/rules';
import { api } from '../client/client';
import { useIsOnline } from '../client/query-client';
import { formatDate } from '../format/dates';
import { isolate, showTurns } from '../format/isolate';
import { formatShortName } from '../format/names';
import { count } from '../format/numbers';
import { Unit } from '../format/unit';
import { onToast, type Toast } from '../ui/toast';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { Notice } from '../ui/notice';
import { LONGEST_VALUE } from '../results/severe-value';
import { alreadyWords, undoable } from './review-action';
import { clearSelection, useSelection } from './selection';
import { inboxHref, type InboxPlace } from './inbox-place';
import { ownChange } from './own-change';
import { focusOpenReport } from './report-focus';
import { useOpenNext } from './use-sign-report';

type ListedReport = Pick<
  InboxItem,
  | 'id'
  | 'version'
  | 'title'
  | 'patient'
  | 'why_alone'
  | 'lines'
  | 'collected_at'
  | 'collected_at_precision'
  | 'observation_count'
>;

interface BulkSignProps {
  /** Normal reports that can be signed together. */
  plain: readonly ListedReport[];
  /** Normal reports that must be signed separately. */
  others: readonly ListedReport[];
  /** IDs of the list, in its order. */
  listed: readonly string[];
  /** ID of the open report. */
  open: string | null;
  self: string;
  place: InboxPlace;
}

interface Outcome {
  answer: SignedTogether;
  /** The offered reports, with their names. */
  offered: readonly ListedReport[];
}

export function BulkSign({ plain, others, listed, open, self, place }: BulkSignProps) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  // The reports left out are stated until the next action.
  useEffect(() => (outcome ? onToast(() => setOutcome(null)) : undefined), [outcome]);
  const isDone = outcome !== null && plain.length === 0;
  // The button, to which the dialog returned the focus, is gone: nothing has it, or the title.
  useEffect(() => {
    if (isDone && document.activeElement?.matches('body, h1')) focusOpenReport();
  }, [isDone]);
  const here = inboxHref(place, open);
  const router = useRouter();
  const online = useIsOnline();
  const openNext = useOpenNext(inboxHref(place), here);
  const latest = useRef<SignedTogether | null>(null);
  /** One key per list of reports until it is signed: a retry gets the first response. */
  const submission = useRef({ key: '', reports: '' });
  const selection = useSelection();
  const selected = plain.filter(({ id }) => selection.has(id));
  const offered = selected.length > 0 ? selected : plain;
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set());
  const chosen = offered.filter(({ id }) => !excluded.has(id));
  const label = (number: number) =>
    `Sign ${count(number, selected.length > 0 ? 'selected report' : 'normal report')}`;
  const leftOut = outcome ? <LeftOutNotice {...outcome} self={self} /> : null;
  if (plain.length === 0) return leftOut;

  async function sign() {
    const reports = chosen.map(({ id, version }) => ({ id, version }));
    const asked = JSON.stringify(reports);
    if (submission.current.reports !== asked)
      submission.current = { key: crypto.randomUUID(), reports: asked };
    const idempotency_key = submission.current.key;
    latest.current = await ownChange(() =>
      api.reviews.signNormalResults.mutate({ reports, idempotency_key }),
    );
    submission.current.reports = '';
  }

  function finish() {
    const answer = latest.current!;
    clearSelection();
    const signed = new Set(answer.signed.map(({ id }) => id));
    const stays = open === null || !signed.has(open);
    if (signed.size === 0) router.refresh();
    else openNext(signedTogether(answer, here), stays, inboxHref(place, nextOf(listed, open, signed)));
    setOutcome({ answer, offered });
  }

  const unselected = selected.length > 0 ? plain.length - selected.length : 0;
  return (
    <div className="my-3">
      <ConfirmDialog
        opener={{
          label: label(offered.length),
          weight: 'secondary',
          disabled: !online,
          onOpen: () => {
            setOutcome(null);
            setExcluded(new Set());
          },
        }}
        wide
        title={`${label(chosen.length)}?`}
        confirm={label(chosen.length)}
        description={
          <p>
            All results are final and normal, with no corrections or comments.
            {unselected > 0
              ? ` ${count(unselected, 'normal report is', 'normal reports are')} not selected.`
              : ''}
          </p>
        }
        missing={chosen.length === 0 ? 'Select at least one report.' : null}
        onConfirm={sign}
        done={finish}
      >
        {others.length > 0 ? <SeparateReports reports={others} /> : null}
        <ReportChoice
          reports={offered}
          excluded={excluded}
          toggle={(id) => setExcluded((before) => toggled(before, id))}
        />
      </ConfirmDialog>
      {selected.length === 0 && others.length > 0 ? <FewerSigned reports={others} /> : null}
      {leftOut}
    </div>
  );
}

const ReportName = ({ title, patient }: Pick<ListedReport, 'title' | 'patient'>) => (
  <>
    <bdi className="font-semibold">{formatShortName(patient.name)}</bdi>
    {patient.birth_date ? `, born ${formatDate(patient.birth_date)}, MRN ${patient.mrn}` : ''}:{' '}
    <bdi>{title}</bdi>
  </>
);

/** The facts that a clinician compares before signing: patient, collection date and each value. */
function ReportToSign({ report }: { report: ListedReport }) {
  const format = useFormat();
  const { collected_at: at, collected_at_precision: precision, lines } = report;
  return (
    <>
      <ReportName {...report} />
      <span className="block text-sm text-ink-2">
        {at ? `Collected ${format.clinical(at, precision)}` : 'No collection date'},{' '}
        {count(report.observation_count, 'value')}
      </span>
      <span className="block text-sm">
        {lines.map(({ name, value_text: text, unit }, index) => (
          <span key={`${name} ${index}`}>
            {index > 0 ? ' · ' : ''}
            <bdi className="text-ink-2">{name}</bdi>{' '}
            {text !== null && text.length <= LONGEST_VALUE ? (
              <span className="font-medium whitespace-nowrap">
                {showTurns(text)}
                {unit ? (
                  <span className="font-normal">
                    {' '}
                    <Unit unit={unit} />
                  </span>
                ) : null}
              </span>
            ) : (
              '(see report)'
            )}
          </span>
        ))}
      </span>
    </>
  );
}

interface ReportChoiceProps {
  reports: readonly ListedReport[];
  excluded: ReadonlySet<string>;
  toggle: (id: string) => void;
}

const ReportChoice = ({ reports, excluded, toggle }: ReportChoiceProps) => (
  <ul className="max-h-[50vh] overflow-y-auto border-y border-line" tabIndex={0} aria-label="Reports">
    {reports.map((report) => (
      <li key={report.id} className="border-b border-line py-1 last:border-b-0">
        <label className="flex min-h-6 items-start gap-2">
          <input
            type="checkbox"
            className="mt-1 size-4 shrink-0"
            checked={!excluded.has(report.id)}
            onChange={() => toggle(report.id)}
          />
          <span className="min-w-0 wrap-anywhere">
            <ReportToSign report={report} />
          </span>
        </label>
      </li>
    ))}
  </ul>
);

const separately = ({ length }: readonly ListedReport[]): string =>
  `Sign ${count(length, 'other normal report')} separately`;

/** Why the button signs fewer reports than the list counts. */
function FewerSigned({ reports }: { reports: readonly ListedReport[] }) {
  const why = reports.length === 1 ? reports[0]!.why_alone : null;
  return (
    <p className="mt-1 text-sm text-ink-2">
      {separately(reports)}
      {why ? `: ${LEFT_OUT_WORDS[why]}` : ''}.
    </p>
  );
}

const SeparateReports = ({ reports }: { reports: readonly ListedReport[] }) => (
  <>
    <p>{separately(reports)}:</p>
    <ul className="mb-2 max-h-32 overflow-y-auto pl-4" tabIndex={0} aria-label="Sign separately">
      {reports.map((report) => (
        <li key={report.id} className="list-disc">
          <ReportName {...report} />
          {report.why_alone ? `, ${LEFT_OUT_WORDS[report.why_alone]}` : ''}
        </li>
      ))}
    </ul>
  </>
);

function toggled(set: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** The reports that were not signed, with the reason. */
function LeftOutNotice({ answer, offered, self }: Outcome & Pick<BulkSignProps, 'self'>) {
  const format = useFormat();
  const sentences = answer.left_out.map(({ id, reason, reviewed }) => {
    const report = offered.find((one) => one.id === id);
    if (!report) return '';
    const why = reviewed ? alreadyWords(reviewed, self, format) : `${LEFT_OUT_WORDS[reason]}.`;
    return `${isolate(report.title)} for ${isolate(formatShortName(report.patient.name))}: ${why}`;
  });
  if (sentences.length === 0 && answer.not_found === 0) return null;
  return (
    <Notice word="Not signed" live>
      {sentences.join(' ')}
      {answer.not_found > 0 ? ` ${count(answer.not_found, 'report')} no longer available.` : ''}
    </Notice>
  );
}

function signedTogether({ signed }: SignedTogether, here: string): Toast {
  const reports = signed.map(({ id, version }) => ({ id, version }));
  const named = count(signed.length, 'normal report');
  return undoable(
    reports,
    `Signed ${named}`,
    `${named} ${signed.length === 1 ? 'is' : 'are'} unsigned`,
    here,
  );
}

/** The first unsigned report after the open one, otherwise the first of the list. */
function nextOf(listed: readonly string[], open: string | null, signed: ReadonlySet<string>) {
  const at = open === null ? -1 : listed.indexOf(open);
  return [...listed.slice(at + 1), ...listed].find((id) => !signed.has(id)) ?? null;
}

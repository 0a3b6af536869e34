/** What became of a report or document: by whom, when and why. */
import { useFormat } from '#format';
import type { ReactNode } from 'react';
import { isolate } from '../format/isolate';
import { WholeDates } from '../format/whole-dates';
import { GivenReason } from '../client/given-reason';
import { Notice } from '../ui/notice';
import { TextLink } from '../ui/text-link';

interface DecisionNoticeProps {
  kind: 'info' | 'success';
  /** The start of the sentence. */
  word: string;
  /** Between it and the time. */
  children?: ReactNode;
  /** Null if no user decided. */
  decided: { at: string; by_name: string | null } | null;
  reason: string | null;
  /** The page in the chart, unless `linkLabel` names another. */
  href: string | null;
  linkLabel?: string;
}

export function DecisionNotice({
  kind,
  word,
  children,
  decided,
  reason,
  href,
  linkLabel = 'Open in chart',
}: DecisionNoticeProps) {
  const format = useFormat();
  return (
    <Notice kind={kind} word="" className="mb-5 max-w-prose">
      <strong>{word}</strong>
      {children ? <> {children}</> : null}
      {decided ? (
        <>
          {' '}
          on <WholeDates of={format.instant(decided.at)} />
          {decided.by_name ? ` by ${isolate(decided.by_name)}` : ''}.
        </>
      ) : kind === 'success' ? (
        ' automatically.'
      ) : (
        '.'
      )}
      {reason ? (
        <span className="mt-1 block wrap-anywhere">
          <GivenReason reason={reason} />
        </span>
      ) : null}
      {href ? (
        <TextLink href={href} className="mt-1 block">
          {linkLabel}
        </TextLink>
      ) : null}
    </Notice>
  );
}

/** The name is null if the chart is no longer accessible. */
export const ToPatient = ({ name }: { name: string | null }) =>
  name === null ? (
    '(chart no longer available)'
  ) : (
    <>
      to <bdi>{name}</bdi>
    </>
  );

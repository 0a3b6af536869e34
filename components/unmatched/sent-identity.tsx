/** Whom an unmatched report is about, as sent: the name as a link, birth date, laboratory and newer version. */
import type { UnmatchedReport } from '@/server/domain/inbound-reports/contract';
import { TextLink } from '../ui/text-link';
import { bornWords, sentName } from './texts';

export const SentIdentity = ({ report }: { report: UnmatchedReport }) => (
  <>
    <TextLink href={`/unmatched/${report.id}`} className="font-semibold">
      <bdi>{sentName(report)}</bdi>
    </TextLink>
    <span className="block text-sm text-ink-2">
      {bornWords(report)} · <bdi>{report.laboratory}</bdi>
    </span>
    {report.newer_version_id ? (
      <TextLink href={`/unmatched/${report.newer_version_id}`} className="block text-sm">
        Newer version received
      </TextLink>
    ) : null}
  </>
);

/** The most severe values of an unmatched report, or its severity. */
import type { UnmatchedReport } from '@/server/domain/inbound-reports/contract';
import { SEVERITY_WORDS } from '@/server/domain/lab-results/rules';
import { SevereValues } from '../results/severe-value';
import { Missing } from '../ui/missing';

export function SentValues({ report: { severity, values } }: { report: UnmatchedReport }) {
  if (values.length > 0) return <SevereValues values={values} inline />;
  if (severity === null) return <Missing />;
  return severity === 'unknown' ? 'No flags' : SEVERITY_WORDS[severity];
}

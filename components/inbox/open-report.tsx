/** The open report of the inbox, under the identity of its patient. */
import { formatAge } from '../format/age';
import { formatDate } from '../format/dates';
import { formatName, formatShortName } from '../format/names';
import { needsNoLabel, sexWord } from '../format/sex';
import type { LineOrder } from '../results/report';
import { reportTitle } from '../results/report-title';
import { patientLine, type PatientView } from '../patients/patient-view';
import { Avatar } from '../ui/avatar';
import { TextLink } from '../ui/text-link';
import { OPEN_REPORT } from './report-focus';
import { ReportToSign, type ReadToSign } from './report-to-sign';

export interface OpenedReport extends ReadToSign {
  patient: Pick<PatientView, 'id' | 'name' | 'birth_date' | 'sex' | 'mrn' | 'deceased_at' | 'restricted'>;
}

interface OpenReportProps extends OpenedReport {
  today: string;
  self: string;
  /** URL of the inbox with this report open. */
  here: string;
  /** URL of the next report. */
  next: string;
  lines: LineOrder;
  /** URL of the list, for narrow screens. */
  list: string;
}

export function OpenReport({
  report,
  review,
  patient,
  orderedBy,
  versions,
  today,
  self,
  here,
  next,
  lines,
  list,
}: OpenReportProps) {
  const chart = `/patients/${patient.id}/results/${report.id}`;
  return (
    <article aria-labelledby={OPEN_REPORT}>
      <p className="mb-1 flex justify-between xl:hidden">
        <TextLink href={list} className="inline-flex min-h-6 items-center">
          Back to list
        </TextLink>
        <TextLink href={chart} className="inline-flex min-h-6 items-center sm:hidden">
          Open in chart
        </TextLink>
      </p>
      <div className="inbox-identity flex items-center gap-3 border-b-2 border-ink bg-canvas px-3 py-1.5 max-sm:px-2 max-sm:py-0.5 max-sm:*:first:hidden short:py-0.5 short:*:first:hidden">
        <Avatar id={patient.id} name={patient.name} />
        <div className="min-w-0 short:flex short:flex-wrap short:items-baseline short:gap-x-4 xl:flex xl:flex-wrap xl:items-baseline xl:gap-x-5">
          <p className="text-section font-bold wrap-anywhere short:text-base">{formatName(patient.name)}</p>
          <p className="flex flex-wrap gap-x-4 max-sm:gap-x-3 max-sm:text-sm short:text-sm">
            <span>
              <span className="text-sm text-ink-2">Born</span> {formatDate(patient.birth_date)}
              {patient.deceased_at ? ', died' : ` (${formatAge(patient.birth_date, today)})`}
            </span>
            <span>
              <span className={`text-sm text-ink-2 ${needsNoLabel(patient.sex) ? 'max-sm:sr-only' : ''}`}>
                Sex
              </span>{' '}
              {sexWord(patient.sex)}
            </span>
            <span>
              <span className="text-sm text-ink-2">MRN</span> {patient.mrn}
            </span>
            {patient.restricted ? (
              <span>
                <span className="text-sm text-ink-2">Chart</span> Restricted
              </span>
            ) : null}
            <TextLink href={chart} className="max-sm:hidden">
              Open in chart
            </TextLink>
          </p>
        </div>
      </div>
      <h2 id={OPEN_REPORT} tabIndex={-1} className="mt-2 mb-1 text-section font-semibold">
        {reportTitle(report)}
      </h2>
      <ReportToSign
        report={report}
        review={review}
        orderedBy={orderedBy}
        versions={versions}
        self={self}
        here={here}
        next={next}
        lines={lines}
        patientName={formatShortName(patient.name)}
        patientLine={patientLine(patient)}
      />
    </article>
  );
}

/**
 * A printable page. The head of the table repeats the patient on every sheet; page numbers are in the margin
 * (`app/print.css`).
 */
import type { ReactNode } from 'react';
import { useFormat } from '#format';
import { formatDate } from '../format/dates';
import { formatName } from '../format/names';
import { sexWord } from '../format/sex';
import { PatientBanner } from '../patients/patient-banner';
import type { PatientView } from '../patients/patient-view';
import { logoUrl } from '../ui/logo';
import { NeedsScripts } from '../ui/needs-scripts';
import { TextLink } from '../ui/text-link';
import { PrintButton } from './print-button';

interface PrintSheetProps {
  patient: PatientView;
  today: string;
  title: string;
  /** Shown large if the content is not final. */
  status: string | null;
  printedBy: string;
  organization: string;
  /** SHA-256 of its logo; null without one. */
  logo: string | null;
  /** Milliseconds. */
  printedAt: number;
  /** URL of the same content in the portal. */
  back: string;
  landscape?: boolean;
  children: ReactNode;
}

export function PrintSheet({
  patient,
  today,
  title,
  status,
  printedBy,
  organization,
  logo,
  printedAt,
  back,
  landscape = false,
  children,
}: PrintSheetProps) {
  const format = useFormat();
  return (
    <>
      <div className="print:hidden">
        <PatientBanner key={patient.id} patient={patient} today={today} />
      </div>
      <main id="main" tabIndex={-1} className={`page outline-none ${landscape ? 'print-sideways' : ''}`}>
        <div className="mb-5 flex flex-wrap items-center gap-4 print:hidden">
          <PrintButton />
          <TextLink href={back} className="inline-flex min-h-6 items-center">
            Back to the chart
          </TextLink>
        </div>
        <NeedsScripts what="The print button" />
        <table role="presentation" className="print-sheet">
          <thead>
            <tr>
              <td>
                <p className="print-identity">
                  <strong>
                    <bdi>{formatName(patient.name)}</bdi>
                  </strong>{' '}
                  Born {formatDate(patient.birth_date)} · Sex {sexWord(patient.sex)} · MRN {patient.mrn}
                </p>
              </td>
            </tr>
          </thead>
          <tbody>
            <tr>
              <td>
                {logo ? (
                  <img
                    src={logoUrl(logo)}
                    alt={organization}
                    className="mb-3 max-h-16 max-w-60 object-contain"
                  />
                ) : null}
                <div className="flex flex-wrap items-baseline justify-between gap-x-6">
                  <h1 tabIndex={-1} className="text-title font-semibold">
                    {title}
                  </h1>
                  {logo ? null : (
                    <p className="font-semibold">
                      <bdi>{organization}</bdi>
                    </p>
                  )}
                </div>
                {status ? <p className="print-status">{status}</p> : null}
                {children}
                <p className="mt-4 border-t border-ink pt-1 text-sm">
                  <bdi>{organization}</bdi>. Printed {format.instant(new Date(printedAt).toISOString())} by{' '}
                  <bdi>{printedBy}</bdi>. Later entries and corrections are not included.
                </p>
              </td>
            </tr>
          </tbody>
        </table>
      </main>
    </>
  );
}

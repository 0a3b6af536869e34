import { createElement } from 'react';
import { expect, it } from 'vitest';
import { ReportHead } from '@/components/results/report-head';
import { UnmatchedList } from '@/components/unmatched/unmatched-list';
import type { UnmatchedReport } from '@/server/domain/inbound-reports/contract';
import type { LabResult } from '@/server/domain/lab-results/contract';
import { render } from '../../support/render';

const report = (number: string | null, kind: UnmatchedReport['number_kind']): UnmatchedReport => ({
  id: `rpt_${number}`,
  object: 'inbound_report',
  state: 'unmatched',
  stale: false,
  received_at: '2026-11-20T08:00:00.000Z',
  laboratory: 'Test laboratory',
  message_id: 'msg_1',
  family: 'Roe',
  given: 'Richard',
  birth_date: '1960-01-02',
  birth_date_unread: null,
  sex: 'M',
  mrn: null,
  orderer: null,
  number,
  number_kind: kind,
  severity: 'unknown',
  values: [],
  problem: 'no_match',
  found_by: null,
  differs: [],
  reason: null,
  newer_version_id: null,
});

const textOf = (html: string): string => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

it('names the number of an unmatched report by its kind', () => {
  const shown = textOf(
    render(
      createElement(UnmatchedList, {
        reports: [
          report('C26-1', 'placer'),
          report('LIS-2', 'filler'),
          report('ACC-3', 'accession'),
          report(null, null),
        ],
      }),
    ),
  );
  expect(shown).toContain('Test laboratory Order number C26-1');
  expect(shown).toContain('Test laboratory Laboratory order number LIS-2');
  expect(shown).toContain('Test laboratory Accession number ACC-3');
  expect(shown.match(/number/g)).toHaveLength(3);
});

it('does not show the order number of the laboratory as accession number of a report', () => {
  const shown = (numbers: Pick<LabResult, 'accession_number' | 'filler_order_number'>): string =>
    textOf(
      render(
        createElement(ReportHead, {
          report: {
            status: 'final',
            panels: [],
            pending_tests: [],
            corrections: [],
            specimens: [],
            collected_at: null,
            received_at: null,
            reported_at: null,
            lab: null,
            review: { status: 'unsigned', reviews: [] },
            computed_flags_present: false,
            ...numbers,
          } as unknown as LabResult,
        }),
      ),
    );
  expect(shown({ accession_number: 'ACC-3', filler_order_number: 'LIS-2' })).toContain(
    'Accession number ACC-3',
  );
  expect(shown({ accession_number: null, filler_order_number: 'LIS-2' })).toMatch(
    /(?<!Accession number.*)Laboratory order number LIS-2/,
  );
});

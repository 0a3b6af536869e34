/** What the laboratory sent, as it wrote it. */
import { useFormat } from '#format';
import type { UnmatchedReportDetail } from '@/server/domain/inbound-reports/contract';
import { OBSERVATION_STATUS_WORDS, RESULT_STATUS_WORDS } from '@/server/domain/lab-results/rules';
import { showTurns } from '../format/isolate';
import { wordOf } from '../format/words';
import { Cell, DataTable, Row, RowHead } from '../ui/data-table';
import { Fact } from '../ui/facts';
import { LinePages, type LinePageHref } from './line-pages';
import { SectionHeading } from '../ui/page-heading';
import { sentDate, sentName, sentSex } from './held-words';
import type { SentPatient } from './sent-patient';

/** The few facts that are kept of a message beside its bytes. */
export function SentFacts({ sent, from }: { sent: SentPatient; from: string }) {
  return (
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
      <Fact label="Name">{sentName(sent)}</Fact>
      <Fact label="Birth date">{sentDate(sent.birth_date) ?? 'Not sent'}</Fact>
      <Fact label="Sex">{sentSex(sent.sex)}</Fact>
      <Fact label="MRN">{sent.mrn ?? 'Not sent'}</Fact>
      <Fact label="Came from">{from}</Fact>
    </dl>
  );
}

const orNot = (texts: readonly (string | null)[]): string => texts.filter(Boolean).join('; ') || 'Not sent';

interface SentReportProps {
  report: UnmatchedReportDetail;
  /** Of the lines, from 1. */
  page: number;
  lineHref: LinePageHref;
}

export function SentReport({ report, page, lineHref }: SentReportProps) {
  const format = useFormat();
  const { sent } = report;
  const numbers = sent.identifiers.map(({ number, type, authority }) =>
    [number, [type, authority].filter(Boolean).join(' of ')].filter(Boolean).join(' '),
  );
  return (
    <section aria-labelledby="sent">
      <SectionHeading id="sent" title="What the laboratory sent" />
      <dl className="mb-5 grid gap-x-6 gap-y-2 sm:grid-cols-2">
        <Fact label="Name">{orNot(sent.names)}</Fact>
        <Fact label="Birth date">
          {sentDate(report.birth_date) ??
            (sent.birth_date_unread === null ? 'Not sent' : `“${sent.birth_date_unread}”, which is no date`)}
        </Fact>
        <Fact label="Sex">{sentSex(report.sex)}</Fact>
        <Fact label="Numbers of the patient">{orNot(numbers)}</Fact>
        <Fact label="Address">{orNot(sent.addresses)}</Fact>
        <Fact label="Phone or mail">{orNot(sent.contacts)}</Fact>
        <Fact label="Ordered by">{report.orderer ?? 'Not sent'}</Fact>
        <Fact label="Order number">{sent.placer_number ?? 'Not sent'}</Fact>
        <Fact label="Number of the laboratory">{orNot([sent.filler_number, sent.accession_number])}</Fact>
        <Fact label="Reported">
          {sent.reported_at ? format.clinical(sent.reported_at, sent.reported_at_precision) : 'Not sent'}
        </Fact>
        <Fact label="Collected">
          {sent.collected_at ? format.clinical(sent.collected_at, sent.collected_at_precision) : 'Not sent'}
        </Fact>
      </dl>
      <Panels panels={sent.panels} />
      <LinePages of="What the laboratory sent" total={sent.lines_total} page={page} href={lineHref} />
    </section>
  );
}

export function Panels({ panels }: { panels: UnmatchedReportDetail['sent']['panels'] }) {
  return panels.map((panel, at) => (
    <div key={at} className="mb-5">
      <h3 className="font-semibold wrap-anywhere">
        <bdi>{panel.name}</bdi>
        {panel.status === 'final' ? null : (
          <span className="ml-2 font-normal text-info">{wordOf(RESULT_STATUS_WORDS, panel.status)}</span>
        )}
      </h3>
      <DataTable caption={panel.name} columns={['Test', 'Value', 'Flag']}>
        {panel.lines.map((line, place) => (
          <Row key={place}>
            <RowHead className="wrap-anywhere md:w-1/3">
              <bdi>{line.name}</bdi>
              {line.status === 'final' ? null : (
                <span className="block text-sm font-normal text-info">
                  {OBSERVATION_STATUS_WORDS[line.status]}
                </span>
              )}
            </RowHead>
            <Cell label="Value" className="wrap-anywhere whitespace-pre-line">
              {line.value_text === null
                ? line.value_type === 'attachment'
                  ? 'Sent as a file'
                  : 'No value'
                : showTurns([line.value_text, line.unit].filter(Boolean).join(' '))}
            </Cell>
            <Cell label="Flag">{line.flags.join(', ') || 'None'}</Cell>
          </Row>
        ))}
      </DataTable>
    </div>
  ));
}

/** A report as the laboratory sent it. */
import { Fragment } from 'react';
import { useFormat } from '#format';
import type { UnmatchedReportDetail } from '@/server/domain/inbound-reports/contract';
import { REPORT_NUMBER_WORDS } from '@/server/domain/inbound-reports/rules';
import { OBSERVATION_STATUS_WORDS, RESULT_STATUS_WORDS } from '@/server/domain/lab-results/rules';
import { ValueWithUnit } from '../format/unit';
import { isNormal, markOf } from '../results/marks';
import { MARK_TINTS, MARK_TONES, MarkShapeIcon, MarkWord } from '../results/result-mark';
import { commentsHeading, rangeText } from '../results/words';
import { Missing } from '../ui/missing';
import { wordOf } from '../format/words';
import { Cell, DataTable, Row, RowHead } from '../ui/data-table';
import { Fact } from '../ui/facts';
import { LinePages, type LinePageHref } from './line-pages';
import { SectionHeading } from '../ui/page-heading';
import { identifierWords, NOT_SENT, sentBirthDate, sentDate, sentName, sentSex } from './texts';
import type { SentPatient } from './sent-patient';

/** The patient data stored with a message. */
export function SentFacts({ sent, from }: { sent: SentPatient; from: string }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-2">
      <Fact label="Name">{sentName(sent)}</Fact>
      <Fact label="Birth date">{sentBirthDate(sent) ?? NOT_SENT}</Fact>
      <Fact label="Sex">{sentSex(sent.sex)}</Fact>
      <Fact label="MRN">{sent.mrn ?? NOT_SENT}</Fact>
      <Fact label="Source">{from}</Fact>
    </dl>
  );
}

const orNotSent = (texts: readonly (string | null)[]): string => texts.filter(Boolean).join('; ') || NOT_SENT;

interface SentReportProps {
  report: UnmatchedReportDetail;
  /** Page of lines, from 1. */
  page: number;
  lineHref: LinePageHref;
}

export function SentReport({ report, page, lineHref }: SentReportProps) {
  const format = useFormat();
  const { sent } = report;
  return (
    <section aria-labelledby="sent">
      <SectionHeading id="sent" title="Report as sent" />
      <dl className="mb-5 grid grid-cols-2 gap-x-6 gap-y-2">
        <Fact label="Name">{orNotSent(sent.names)}</Fact>
        <Fact label="Birth date">
          {sentDate(report.birth_date) ??
            (sent.birth_date_unread === null ? NOT_SENT : `“${sent.birth_date_unread}” (not a valid date)`)}
        </Fact>
        <Fact label="Sex">{sentSex(report.sex)}</Fact>
        <Fact label="Patient identifiers">{orNotSent(sent.identifiers.map(identifierWords))}</Fact>
        <Fact label="Address">{orNotSent(sent.addresses)}</Fact>
        <Fact label="Phone or email">{orNotSent(sent.contacts)}</Fact>
        <Fact label="Ordered by">{report.orderer ?? NOT_SENT}</Fact>
        <Fact label={REPORT_NUMBER_WORDS.placer}>{sent.placer_number ?? NOT_SENT}</Fact>
        <Fact label={REPORT_NUMBER_WORDS.filler}>{sent.filler_number ?? NOT_SENT}</Fact>
        <Fact label={REPORT_NUMBER_WORDS.accession}>{sent.accession_number ?? NOT_SENT}</Fact>
        <Fact label="Reported">
          {sent.reported_at ? format.clinical(sent.reported_at, sent.reported_at_precision) : NOT_SENT}
        </Fact>
        <Fact label="Collected">
          {sent.collected_at ? format.clinical(sent.collected_at, sent.collected_at_precision) : NOT_SENT}
        </Fact>
      </dl>
      <Panels panels={sent.panels} notes={sent.notes} />
      <LinePages section="Report as sent" total={sent.lines_total} page={page} href={lineHref} />
    </section>
  );
}

type Panel = UnmatchedReportDetail['sent']['panels'][number];

function SentValue({ line }: { line: Panel['lines'][number] }) {
  const mark = markOf(line);
  return (
    <Cell
      label="Value"
      className={`wrap-anywhere ${mark.tone === 'quiet' ? '' : `${MARK_TINTS[mark.tone]} px-2!`}`}
    >
      <span className={`whitespace-pre-line ${mark.tone === 'quiet' ? '' : 'font-semibold'}`}>
        {line.value_text === null ? (
          line.value_type === 'attachment' ? (
            'Sent as a file'
          ) : (
            'No value'
          )
        ) : (
          <ValueWithUnit value={line.value_text} unit={line.unit} />
        )}
      </span>
      {isNormal(mark) ? null : (
        <span className="ml-2 inline-flex items-center gap-x-1 align-bottom">
          <span className={MARK_TONES[mark.tone]}>
            <MarkShapeIcon mark={mark} />
          </span>
          <MarkWord mark={mark} />
        </span>
      )}
    </Cell>
  );
}

type Notes = UnmatchedReportDetail['sent']['notes'];

const NoteTexts = ({ notes }: { notes: Notes }) =>
  notes.map(({ text }, at) => (
    <p key={at} className="max-w-prose whitespace-pre-wrap wrap-anywhere">
      <bdi>{text}</bdi>
    </p>
  ));

/** @param notes on the whole report */
export const Panels = ({ panels, notes }: { panels: readonly Panel[]; notes: Notes }) => (
  <>
    {panels.map((panel, at) => (
      <PanelAsSent key={at} panel={panel} />
    ))}
    {notes.length > 0 ? (
      <div className="mb-5">
        <h3 className="font-semibold">{commentsHeading(notes)}</h3>
        <NoteTexts notes={notes} />
      </div>
    ) : null}
  </>
);

function PanelAsSent({ panel }: { panel: Panel }) {
  const ranges = panel.lines.map(rangeText);
  const hasRange = ranges.some((range) => range !== null);
  return (
    <div className="mb-5 md:[&_thead_th:nth-child(3)]:pl-3!">
      <h3 className="font-semibold wrap-anywhere">
        <bdi>{panel.name}</bdi>
        {panel.status === 'final' ? null : (
          <span className="ml-2 font-normal text-info">{wordOf(RESULT_STATUS_WORDS, panel.status)}</span>
        )}
      </h3>
      <DataTable caption={panel.name} columns={['Test', 'Value', ...(hasRange ? ['Reference range'] : [])]}>
        {panel.lines.map((line, place) => (
          <Fragment key={place}>
            <Row>
              <RowHead className="wrap-anywhere md:w-1/3">
                <bdi>{line.name}</bdi>
                {line.status === 'final' ? null : (
                  <span className="block text-sm font-normal text-info">
                    {OBSERVATION_STATUS_WORDS[line.status]}
                  </span>
                )}
              </RowHead>
              <SentValue line={line} />
              {hasRange ? (
                <Cell label="Reference range" className="wrap-anywhere md:pl-3!">
                  {ranges[place] ?? <Missing />}
                </Cell>
              ) : null}
            </Row>
            {line.notes.length > 0 ? (
              <Row>
                <Cell colSpan={hasRange ? 3 : 2} className="bg-canvas">
                  <span className="text-sm text-ink-2">
                    Lab comment on <bdi>{line.name}</bdi>
                  </span>
                  <NoteTexts notes={line.notes} />
                </Cell>
              </Row>
            ) : null}
          </Fragment>
        ))}
      </DataTable>
      {panel.notes.length > 0 ? (
        <div className="mt-2">
          <NoteTexts notes={panel.notes} />
        </div>
      ) : null}
    </div>
  );
}

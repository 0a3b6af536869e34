/** Signatures of the reader, newest first, each with what became of it. */
import { useFormat } from '#format';
import type { SignedItem } from '@/server/domain/reviews/contract';
import { formatDate } from '../format/dates';
import { formatName } from '../format/names';
import { Cell, DataTable, Row, RowHead } from '../ui/data-table';
import { TextLink } from '../ui/text-link';

const STATES: Record<SignedItem['state'], string> = {
  stands: 'Stands',
  newer_version: 'A newer version has come',
  ended: 'Does not count any more',
};

export function SignedList({ items }: { items: readonly SignedItem[] }) {
  const format = useFormat();
  return (
    <DataTable caption="Reports that you have signed" columns={['Report', 'Patient', 'Signed', 'Signature']}>
      {items.map(({ at, version, note, state, report }, index) => (
        <Row key={index}>
          <RowHead className="wrap-anywhere">
            {report ? (
              <TextLink href={`/patients/${report.patient.id}/results/${report.id}`}>{report.title}</TextLink>
            ) : (
              'A report that cannot be opened any more'
            )}
          </RowHead>
          <Cell label="Patient" className="wrap-anywhere">
            {report ? (
              <>
                <bdi className="font-semibold">{formatName(report.patient.name)}</bdi>
                <span className="block text-sm text-ink-2">
                  Born {formatDate(report.patient.birth_date)} · MRN {report.patient.mrn}
                </span>
              </>
            ) : (
              'Moved or deleted'
            )}
          </Cell>
          <Cell label="Signed">
            {format.instant(at)}, version {version}
            {note ? (
              <span className="block max-w-prose whitespace-pre-wrap">
                “<bdi>{note}</bdi>”
              </span>
            ) : null}
          </Cell>
          <Cell label="Signature" className={state === 'stands' ? '' : 'font-semibold'}>
            {STATES[state]}
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}

/** Reports signed by the user, newest first, with the current state of each sign-off. */
import { useFormat } from '#format';
import type { SignedItem } from '@/server/domain/reviews/contract';
import { SIGN_OFF_WORDS } from '@/server/domain/reviews/rules';
import { formatName } from '../format/names';
import { Cell, DataTable, Row, RowHead } from '../ui/data-table';
import { IdentityFacts } from '../patients/identity-facts';
import { TextLink } from '../ui/text-link';

export function SignedList({ items }: { items: readonly SignedItem[] }) {
  const format = useFormat();
  // Most lists would repeat one word.
  const hasState = items.some(({ state }) => state !== 'stands');
  return (
    <DataTable
      caption="Reports you signed"
      columns={['Report', 'Patient', 'Signed', ...(hasState ? ['Sign-off'] : [])]}
    >
      {items.map(({ at, version, note, state, report }, index) => (
        <Row key={index}>
          <RowHead className="wrap-anywhere">
            {report ? (
              <TextLink href={`/patients/${report.patient.id}/results/${report.id}`}>{report.title}</TextLink>
            ) : (
              'Report not available'
            )}
          </RowHead>
          <Cell label="Patient" className="wrap-anywhere">
            {report ? (
              <>
                <bdi className="font-semibold">{formatName(report.patient.name)}</bdi>
                <span className="block text-sm text-ink-2">
                  <IdentityFacts patient={{ ...report.patient, sex: null, deceased_at: null }} />
                </span>
              </>
            ) : (
              'Moved or deleted'
            )}
          </Cell>
          <Cell label="Signed">
            {format.instant(at)}
            {version > 1 ? `, version ${version}` : ''}
            {note ? (
              <span className="block max-w-prose whitespace-pre-wrap">
                “<bdi>{note}</bdi>”
              </span>
            ) : null}
          </Cell>
          {hasState ? (
            <Cell label="Sign-off" className={state === 'stands' ? '' : 'font-semibold'}>
              {state === 'ended' && !report ? 'Moved or deleted' : SIGN_OFF_WORDS[state]}
            </Cell>
          ) : null}
        </Row>
      ))}
    </DataTable>
  );
}

import { useFormat } from '#format';
import type { SignOnFailureList } from '@/server/domain/single-sign-on/contract';
import { FAILURES } from '@/server/domain/single-sign-on/rules';
import { Cell, DataTable, Row, RowHead } from '../../ui/data-table';
import { EmptyState } from '../../ui/empty-state';

/** With what the provider has sent. */
export function FailureList({ failures }: { failures: SignOnFailureList['data'] }) {
  const format = useFormat();
  if (failures.length === 0) return <EmptyState title="No failed single sign-ons." />;
  return (
    <DataTable
      caption="Failed single sign-ons"
      columns={['Time', 'Reason', 'Sent by the provider', 'Source']}
    >
      {failures.map((failure) => (
        <Row key={`${failure.at} ${failure.request_id}`}>
          <RowHead className="whitespace-nowrap">
            <time dateTime={failure.at}>{format.instant(failure.at)}</time>
          </RowHead>
          <Cell label="Reason">
            {FAILURES[failure.reason].admin}
            {failure.detail ? (
              <span className="block text-sm wrap-anywhere text-ink-2">
                <bdi>{failure.detail}</bdi>
              </span>
            ) : null}
          </Cell>
          <Cell label="Sent by the provider">
            {failure.error ? <code className="font-mono break-all">{failure.error}</code> : '–'}
            {failure.error_description ? (
              <span className="block text-sm wrap-anywhere text-ink-2">
                <bdi>{failure.error_description}</bdi>
              </span>
            ) : null}
          </Cell>
          <Cell label="Source">
            {failure.ip}
            <span className="block text-sm break-all text-ink-2">
              <code className="font-mono">{failure.request_id}</code>
            </span>
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}

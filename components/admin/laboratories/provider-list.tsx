import { useFormat } from '#format';
import type { LabProvider } from '@/server/domain/lab-providers/contract';
import { count } from '../../format/numbers';
import { Cell, DataTable, Row, RowHead } from '../../ui/data-table';
import { MapProvider } from './map-provider';

export function ProviderList({ providers }: { providers: readonly LabProvider[] }) {
  const format = useFormat();
  return (
    <DataTable
      caption="Ordering providers"
      columns={['Number', 'Name as sent', 'Laboratory', 'Seen', 'User', { hidden: 'Action' }]}
    >
      {providers.map((provider) => (
        <Row key={provider.id}>
          <RowHead className="wrap-anywhere">
            <code className="font-mono">{provider.number}</code>
            {provider.authority ? (
              <span className="block text-sm font-normal text-ink-2">of {provider.authority}</span>
            ) : null}
          </RowHead>
          <Cell label="Name as sent" className="wrap-anywhere">
            {provider.name ?? <span className="text-ink-2">Not sent</span>}
          </Cell>
          <Cell label="Laboratory" className="wrap-anywhere">
            {provider.laboratory}
          </Cell>
          <Cell label="Seen">
            {count(provider.count, 'report')}
            <span className="block text-sm text-ink-2">last {format.instant(provider.last_seen_at)}</span>
          </Cell>
          <Cell label="User" className="wrap-anywhere">
            {provider.person?.name ??
              (provider.mapped_at ? (
                'Not in this organization'
              ) : (
                <span className="font-semibold text-abnormal">Not mapped</span>
              ))}
          </Cell>
          <Cell>
            <MapProvider provider={provider} />
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}

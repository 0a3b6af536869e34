/** Applications that people of the organization may connect. */
import { useFormat } from '#format';
import type { OauthApp } from '@/server/domain/oauth-apps/contract';
import { byWhom } from '../api-keys/key-words';
import { count } from '../../format/numbers';
import { Cell, DataTable, Row, RowHead } from '../../ui/data-table';
import { TextLink } from '../../ui/text-link';

export function AppList({ apps }: { apps: readonly OauthApp[] }) {
  const format = useFormat();
  return (
    <DataTable
      caption="Applications"
      columns={['Name', 'Rights it may ask for', 'Used by', 'Registered', 'State']}
    >
      {apps.map((app) => (
        <Row key={app.id}>
          <RowHead className="wrap-anywhere">
            <TextLink href={`/admin/apps/${app.id}`}>{app.name}</TextLink>
            {app.domain?.verified_at ? (
              <span className="block text-sm font-normal text-ink-2">{app.domain.host}</span>
            ) : null}
          </RowHead>
          <Cell label="Rights it may ask for">{app.scopes.join(', ')}</Cell>
          <Cell label="Used by">{app.people === 0 ? 'Nobody' : count(app.people, 'person', 'people')}</Cell>
          <Cell label="Registered">
            {format.instant(app.created_at, 'day')} by {byWhom(app.created_by_name, app.created_by)}
          </Cell>
          <Cell label="State" className={app.paused_at ? 'font-semibold' : ''}>
            {app.paused_at ? 'Paused' : 'Active'}
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}

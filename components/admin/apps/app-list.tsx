import { useFormat } from '#format';
import type { OauthApp } from '@/server/domain/oauth-apps/contract';
import { byWhom } from '../api-keys/key-words';
import { Cell, DataTable, Row, RowHead } from '../../ui/data-table';
import { TextLink } from '../../ui/text-link';

export function AppList({ apps }: { apps: readonly OauthApp[] }) {
  const format = useFormat();
  return (
    <DataTable caption="Applications" columns={['Name', 'Permissions', 'Users', 'Registered', 'Status']}>
      {apps.map((app) => (
        <Row key={app.id}>
          <RowHead className="wrap-anywhere">
            <TextLink href={`/admin/apps/${app.id}`}>{app.name}</TextLink>
            {app.domain?.verified_at ? (
              <span className="block text-sm font-normal text-ink-2">{app.domain.host}</span>
            ) : null}
          </RowHead>
          <Cell label="Permissions">{app.scopes.join(', ')}</Cell>
          <Cell label="Users">{app.people}</Cell>
          <Cell label="Registered">
            {format.instant(app.created_at, 'day')} by {byWhom(app.created_by_name, app.created_by)}
          </Cell>
          <Cell label="Status" className={app.paused_at ? 'font-semibold' : ''}>
            {app.paused_at ? 'Paused' : 'Active'}
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}

import type { Metadata } from 'next';
import { connection } from 'next/server';
import { formatIn } from '@/components/format/format';
import { PublicFrame } from '@/components/shell/public-frame';
import { Cell, DataTable, Row, RowHead } from '@/components/ui/data-table';
import { Icon } from '@/components/ui/icons';
import { PageHeading } from '@/components/ui/page-heading';
import {
  getServiceStatus,
  type PartState,
  type StatusPart,
} from '@/server/domain/service-status/get-service-status';

export const metadata: Metadata = { title: 'Status' };

const PARTS: Record<StatusPart, string> = {
  database: 'Portal, API and database',
  laboratory_messages: 'Messages from laboratories and hospitals',
  lab_orders: 'Orders to laboratories',
  document_scans: 'Malware scans of documents',
  webhooks: 'Webhooks',
};
const STATES: Record<PartState, string> = {
  operational: 'Operational',
  delayed: 'Delayed by more than 5 minutes',
  unavailable: 'Not available',
  unknown: 'Unknown',
};

const PROBLEM = 'font-semibold text-abnormal';

export default async function StatusPage() {
  await connection();
  const { version, checkedAt, parts } = await getServiceStatus();
  const isFine = parts.every(({ state }) => state === 'operational');
  return (
    <PublicFrame>
      <PageHeading title="Status">Version {version}</PageHeading>
      <p className={`mb-4 flex items-center gap-2 font-semibold ${isFine ? '' : PROBLEM}`}>
        <Icon name={isFine ? 'success' : 'problem'} className="size-5 shrink-0" />
        {isFine ? 'All parts are operational.' : 'Some parts have a problem.'}
      </p>
      <DataTable caption="Parts of the service" columns={['Part', 'Status']}>
        {parts.map(({ part, state }) => (
          <Row key={part}>
            <RowHead>{PARTS[part]}</RowHead>
            <Cell label="Status">
              <span className={`flex items-start gap-2 ${state === 'operational' ? '' : PROBLEM}`}>
                <Icon
                  name={state === 'operational' ? 'success' : 'problem'}
                  className="mt-1 size-4 shrink-0"
                />
                {STATES[state]}
              </span>
            </Cell>
          </Row>
        ))}
      </DataTable>
      <p className="mt-3 text-ink-2">
        Checked {formatIn('UTC').instant(checkedAt.toISOString())}, universal time.
      </p>
    </PublicFrame>
  );
}

/** The access log of one patient on paper, in the rows and columns of the screen. */
import { useFormat } from '#format';
import type { AuditEntry } from '@/server/domain/audit-log/contract';
import { auditSentence } from '@/server/domain/audit-log/rules';
import {
  bySignificance,
  groupByVisit,
  visitSentences,
  visitText,
  withoutRepeats,
} from '@/server/domain/audit-log/visit-rules';
import { Cell, DataTable, Row, RowHead } from '../../ui/data-table';
import { AuditActor } from './audit-actor';
import { printedObjects } from './audit-object';
import { visitTime } from './visit-time';

interface AccessSheetProps {
  entries: readonly AuditEntry[];
  patientId: string;
}

export function AccessSheet({ entries, patientId }: AccessSheetProps) {
  const format = useFormat();
  return (
    <DataTable caption="Access log" columns={['Time', 'Actor', 'Action', 'Object']}>
      {groupByVisit(entries).map((visit) => {
        const [{ id, who, app }] = visit;
        return (
          <Row key={id}>
            <RowHead className="font-normal whitespace-nowrap">{visitTime(visit, format)}</RowHead>
            <Cell label="Actor">
              <AuditActor {...who} />
              {app ? (
                <span className="block">
                  <AuditActor {...app} />
                </span>
              ) : null}
            </Cell>
            <Cell label="Action">
              <span className="block first-letter:uppercase">
                {visitText(visitSentences(withoutRepeats(visit, auditSentence)))}
              </span>
            </Cell>
            <Cell label="Object">{printedObjects(bySignificance(visit), patientId)}</Cell>
          </Row>
        );
      })}
    </DataTable>
  );
}

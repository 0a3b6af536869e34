/** Two values of each field in one row, for a dialog or a card. */
import type { ReactNode } from 'react';
import { Cell, DataTable, Row, RowHead } from './data-table';

interface PairTableProps {
  caption: string;
  /** Headers of the two values. */
  columns: readonly [string, string];
  rows: readonly { label: string; values: readonly [ReactNode, ReactNode] }[];
}

export const PairTable = ({ caption, columns, rows }: PairTableProps) => (
  <div className="mb-3">
    <DataTable caption={caption} captionVisible isDense columns={['Field', ...columns]}>
      {rows.map(({ label, values }) => (
        <Row key={label}>
          <RowHead className="wrap-anywhere md:w-1/4">{label}</RowHead>
          {columns.map((column, at) => (
            <Cell key={column} label={column} className="wrap-anywhere">
              {values[at]}
            </Cell>
          ))}
        </Row>
      ))}
    </DataTable>
  </div>
);

/**
 * A ruled table. With `stacked`, rows become blocks on a narrow screen; explicit roles keep it a table for screen
 * readers when CSS changes the display of its parts.
 */
import type { ReactNode, TdHTMLAttributes, ThHTMLAttributes } from 'react';

interface DataTableProps {
  caption: string;
  /** Column headers; a column without a visible header needs `hidden` text. */
  columns: readonly (string | { hidden: string })[];
  children: ReactNode;
  captionVisible?: boolean;
  /** On a narrow screen cells share lines, for lists of many rows. */
  isDense?: boolean;
}

export function DataTable({
  caption,
  columns,
  children,
  captionVisible = false,
  isDense = false,
}: DataTableProps) {
  return (
    <table role="table" className={`ruled-table stacked ${isDense ? 'stacked-dense' : ''}`}>
      <caption className={captionVisible ? 'pb-2 text-left font-semibold' : 'sr-only'}>{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) =>
            typeof column === 'string' ? (
              <th key={column} role="columnheader" scope="col">
                {column}
              </th>
            ) : (
              <th key={column.hidden} role="columnheader" scope="col">
                <span className="sr-only">{column.hidden}</span>
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody role="rowgroup">{children}</tbody>
    </table>
  );
}

export function Row({ children, className = '' }: { children: ReactNode; className?: string }) {
  return (
    <tr role="row" className={className}>
      {children}
    </tr>
  );
}

export function Cell({ label, ...rest }: { label?: string } & TdHTMLAttributes<HTMLTableCellElement>) {
  return <td role="cell" data-label={label} {...rest} />;
}

export function RowHead(props: ThHTMLAttributes<HTMLTableCellElement>) {
  return <th role="rowheader" scope="row" {...props} />;
}

'use client';
/**
 * Orders of several patients, with their actions. An order that leaves the list by an action of the user keeps its row, with
 * its new state: the next row, of another patient, must not move under the pointer.
 */
import { useState, type ReactNode } from 'react';
import type { LabOrder } from '@/server/domain/lab-orders/contract';
import { Icon } from '../ui/icons';
import { OrderActions } from './order-actions';
import { OrderList } from './order-list';
import { testNames } from './order-sheet';
import type { OrderQuery } from './order-views';

interface OrderRow {
  order: LabOrder;
  identity: ReactNode;
  /** Null if the user may not change the order. */
  patientLine: string | null;
  isConnected: boolean;
  /** By an action of the user. */
  hasLeft?: boolean;
}

interface OrderWorkListProps {
  rows: readonly OrderRow[];
  caption: string;
  today: string;
  now: number;
  query: OrderQuery;
  /** Instead of no rows. */
  children?: ReactNode;
}

/** Rows that the user's actions have removed stay where they were. */
export function keepRows<Row extends { order: { id: string } }>(
  before: readonly Row[],
  next: readonly Row[],
  left: (row: Row) => Row | null,
): Row[] {
  const rows = [...next];
  const placeOf = (id: string) => rows.findIndex(({ order }) => order.id === id);
  /** The nearest row above that is listed or kept. */
  let above = '';
  for (const row of before) {
    const { id } = row.order;
    if (placeOf(id) < 0) {
      const kept = left(row);
      if (!kept) continue;
      rows.splice(placeOf(above) + 1, 0, kept);
    }
    above = id;
  }
  return rows;
}

export function OrderWorkList({ rows: newest, caption, today, now, query, children }: OrderWorkListProps) {
  const [changed, setChanged] = useState<ReadonlyMap<string, LabOrder>>(new Map());
  const [read, setRead] = useState(newest);
  const [rows, setRows] = useState(newest);
  if (read !== newest) {
    setRead(newest);
    setRows(
      keepRows(rows, newest, (row) => {
        const order = changed.get(row.order.id);
        return order ? { ...row, order, hasLeft: true } : null;
      }),
    );
    // Listed again: another user may remove it next.
    const listed = new Set(newest.map(({ order }) => order.id));
    setChanged(new Map([...changed].filter(([id]) => !listed.has(id))));
  }
  if (rows.length === 0) return children;
  const byId = new Map(rows.map((row) => [row.order.id, row]));
  return (
    <OrderList
      orders={rows.map(({ order }) => order)}
      caption={caption}
      identity={({ id }) => byId.get(id)!.identity}
      today={today}
      now={now}
      hasLabNumber={Boolean(query.number)}
      query={query}
      actions={(order) => {
        const { patientLine, isConnected, hasLeft } = byId.get(order.id)!;
        if (hasLeft)
          return (
            <p className="mt-1 flex min-h-8 items-center gap-2 text-sm font-semibold pointer-coarse:min-h-11">
              <Icon name="info" className="size-4 shrink-0" />
              No longer in this list
            </p>
          );
        return patientLine === null ? null : (
          <OrderActions
            key={`${order.id} ${order.version}`}
            id={order.id}
            status={order.status}
            transmission={order.transmission}
            version={order.version}
            orderedAt={order.created_at}
            hasCollection={Boolean(order.collection?.collected_at)}
            tests={testNames(order)}
            patientLine={patientLine}
            again={null}
            isConnected={isConnected}
            isDue={query.view === 'due'}
            changed={(after) => setChanged((known) => new Map([...known, [after.id, after]]))}
            compact
          />
        );
      }}
    />
  );
}

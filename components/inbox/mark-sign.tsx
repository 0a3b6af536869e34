'use client';
/** Stands in the row of a report that is marked to be signed together with others. */
import { useMarks } from './marks';

export function MarkSign({ id }: { id: string }) {
  return useMarks().has(id) ? (
    <span className="ml-2 inline-block border border-ink px-1 text-sm font-semibold">Marked</span>
  ) : null;
}

'use client';
import { useSelection } from './selection';

export function SelectedBadge({ id }: { id: string }) {
  return useSelection().has(id) ? (
    <span className="ml-2 inline-block border border-ink px-1 text-sm font-semibold">Selected</span>
  ) : null;
}

'use client';
import { useSingleKeys } from '../shell/shortcuts/single-keys';

/** `/` focuses the search of the documentation, as it opens that of the portal. */
export function SearchKey({ field }: { field: string }) {
  useSingleKeys({ '/': () => document.getElementById(field)?.focus() });
  return null;
}

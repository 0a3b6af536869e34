'use client';
/** Where the user is in an unmatched list, so that the next record follows after a decision. */
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

interface Place {
  /** Path of the opened record. */
  record: string;
  /** URL of the list, with its page. */
  list: string;
  /** Paths of the records below the opened one, in the order of the list. */
  following: string[];
}

let opened: Place | null = null;
/** The focus moves to the first of them that is in the list. */
let next: string[] = [];

const rowLinks = (): HTMLAnchorElement[] => [
  ...document.querySelectorAll<HTMLAnchorElement>('[data-key-row] a[href]'),
];

export function ListPlace() {
  useEffect(() => {
    const links = rowLinks();
    const link = next.map((path) => links.find(({ pathname }) => pathname === path)).find(Boolean);
    next = [];
    link?.focus();
    const click = ({ target }: MouseEvent) => {
      const rows = rowLinks();
      const at = rows.findIndex((one) => target instanceof Node && one.contains(target));
      if (at < 0) return;
      opened = {
        record: rows[at]!.pathname,
        list: location.pathname + location.search,
        following: rows.slice(at + 1).map(({ pathname }) => pathname),
      };
    };
    document.addEventListener('click', click, true);
    return () => document.removeEventListener('click', click, true);
  }, []);
  return null;
}

/** @returns to call after a decision: goes back to the list, with the focus on the next record */
export function useBackToList(list: string): () => void {
  const router = useRouter();
  return () => {
    const place = opened?.record === location.pathname ? opened : null;
    next = place?.following ?? [];
    router.push(place?.list ?? list);
    router.refresh();
  };
}

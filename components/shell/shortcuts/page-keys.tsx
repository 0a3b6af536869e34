'use client';
/** Shortcuts that open another page or a section of this one. */
import { useRouter } from 'next/navigation';
import { leaveFor } from '../session/leaving';
import { useSingleKeys } from './single-keys';

interface PageKeysProps {
  /** `#part` scrolls to a section of this page. */
  keys: readonly { key: string; does: string; href: string }[];
}

export function PageKeys({ keys }: PageKeysProps) {
  const router = useRouter();
  const go = (href: string) => () => {
    const part = href.startsWith('#') ? document.getElementById(href.slice(1)) : null;
    if (part) part.focus();
    else leaveFor(href, () => router.push(href));
  };
  useSingleKeys(
    Object.fromEntries(keys.map(({ key, href }) => [key, go(href)])),
    Object.fromEntries(keys.map(({ key, does }) => [key, does])),
  );
  return null;
}

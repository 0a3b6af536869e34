'use client';
import { usePathname } from 'next/navigation';
import { LinkButton } from '../ui/link-button';
import { isAt } from './places';
import { ADMIN_PLACES, ADMIN_START } from './section-places';

/** "API keys" keeps its capitals. */
const inSentence = (label: string): string => (/^[A-Z]{2}/.test(label) ? label : label.toLowerCase());

/** The way from a record of the administration that does not exist to the list of its kind. */
export function AdminListLink() {
  const pathname = usePathname();
  const [{ href, label }] = [
    ...ADMIN_PLACES.filter((place) => isAt(pathname, place.href)).sort(
      (a, b) => b.href.length - a.href.length,
    ),
    ADMIN_START,
  ] as const;
  return <LinkButton href={href}>Go to {inSentence(label)}</LinkButton>;
}

'use client';
/** A record of the administration that does not exist, with the way to the list of its kind. */
import { usePathname } from 'next/navigation';
import { LinkButton } from '../ui/link-button';
import { PageHeading } from '../ui/page-heading';
import { MainArea } from './main-area';
import { isAt } from './places';
import { ADMIN_PLACES, ADMIN_START } from './section-places';

/** "API keys" keeps its capitals. */
const inSentence = (label: string): string => (/^[A-Z]{2}/.test(label) ? label : label.toLowerCase());

export function AdminMissing() {
  const pathname = usePathname();
  const [{ href, label }] = [
    ...ADMIN_PLACES.filter((place) => isAt(pathname, place.href)).sort(
      (a, b) => b.href.length - a.href.length,
    ),
    ADMIN_START,
  ] as const;
  return (
    <MainArea>
      <PageHeading title="Record not found" />
      <p className="mb-5">The address may be wrong, the record may be deleted, or you may not have access.</p>
      <LinkButton href={href}>Go to {inSentence(label)}</LinkButton>
    </MainArea>
  );
}

import { SectionLinks } from './section-links';
import { ADMIN_PLACES, AUDIT_PLACES } from './section-places';

/** @param isAuditor of a user who reads the audit log and administers nothing */
export function AdminSections({ isAuditor }: { isAuditor: boolean }) {
  const places = isAuditor ? AUDIT_PLACES : ADMIN_PLACES;
  const links = places
    .filter(({ within }) => within === undefined)
    .map(({ href, label }) => ({
      href,
      label,
      also: places.filter(({ within }) => within === href).map((place) => place.href),
    }));
  return <SectionLinks label="Administration" links={links} />;
}

import { SectionLinks } from './section-links';
import { ADMIN_PLACES } from './section-places';

export function AdminSections() {
  return (
    <SectionLinks label="Administration" links={ADMIN_PLACES.filter(({ within }) => within === undefined)} />
  );
}

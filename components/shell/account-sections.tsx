import { SectionLinks } from './section-links';
import { ACCOUNT_PLACES } from './section-places';

export function AccountSections() {
  return <SectionLinks label="Account" links={ACCOUNT_PLACES} />;
}

/** Links to the sections of a chart, with number keys as shortcuts. */
import { SectionLinks } from '../shell/section-links';
import { PageKeys } from '../shell/shortcuts/page-keys';

interface PatientSectionsProps {
  patientId: string;
  mayOrder: boolean;
  mayAudit: boolean;
}

export function PatientSections({ patientId, mayOrder, mayAudit }: PatientSectionsProps) {
  const base = `/patients/${patientId}`;
  const links = [
    { href: base, label: 'Summary' },
    { href: `${base}/results`, label: 'Results' },
    { href: `${base}/orders`, label: 'Orders' },
    { href: `${base}/documents`, label: 'Documents' },
    { href: `${base}/details`, label: 'Details' },
    ...(mayAudit ? [{ href: `${base}/access-log`, label: 'Access log' }] : []),
  ];
  return (
    <>
      <PageKeys
        keys={[
          ...links.map(({ href, label }, nth) => ({
            key: String(nth + 1),
            does: label.toLowerCase(),
            href,
          })),
          ...(mayOrder ? [{ key: 'o', does: 'order tests', href: `${base}/orders/new` }] : []),
        ]}
      />
      <SectionLinks label="Chart" links={links} />
    </>
  );
}

/** Links to the sections of a chart, with number keys as shortcuts. */
import type { ReactNode } from 'react';
import type { Abilities } from '@/server/shared/scopes';
import { SectionLinks } from '../shell/section-links';
import { PageKeys } from '../shell/shortcuts/page-keys';

interface PatientSectionsProps {
  patientId: string;
  may: Pick<Abilities, 'mayReadResults' | 'mayReadDocuments' | 'mayOrder' | 'mayAdminister'>;
  isActive: boolean;
  /** Next to the links. */
  children?: ReactNode;
}

export function PatientSections({ patientId, may, isActive, children }: PatientSectionsProps) {
  const base = `/patients/${patientId}`;
  const links = [
    { href: base, label: 'Summary' },
    ...(may.mayReadResults
      ? [
          { href: `${base}/results`, label: 'Results' },
          { href: `${base}/orders`, label: 'Orders' },
        ]
      : []),
    ...(may.mayReadDocuments ? [{ href: `${base}/documents`, label: 'Documents' }] : []),
    { href: `${base}/details`, label: 'Details' },
    ...(may.mayAdminister ? [{ href: `${base}/access-log`, label: 'Access log' }] : []),
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
          ...(may.mayOrder && isActive
            ? [{ key: 'o', does: 'order tests', href: `${base}/orders/new` }]
            : []),
        ]}
      />
      <SectionLinks label="Chart" links={links}>
        {children}
      </SectionLinks>
    </>
  );
}

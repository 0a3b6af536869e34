/** The sections of one chart. */
import { SectionLinks } from '../frame/section-links';

interface PatientSectionsProps {
  patientId: string;
  mayAudit: boolean;
}

export function PatientSections({ patientId, mayAudit }: PatientSectionsProps) {
  const base = `/patients/${patientId}`;
  return (
    <SectionLinks
      label="Chart"
      links={[
        { href: base, label: 'Summary' },
        { href: `${base}/results`, label: 'Results' },
        { href: `${base}/orders`, label: 'Orders' },
        { href: `${base}/documents`, label: 'Documents' },
        ...(mayAudit ? [{ href: `${base}/access-log`, label: 'Access log' }] : []),
      ]}
    />
  );
}

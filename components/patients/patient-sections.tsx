/** The sections of one chart. */
import { SectionLinks } from '../frame/section-links';

export function PatientSections({ patientId }: { patientId: string }) {
  const base = `/patients/${patientId}`;
  return (
    <SectionLinks
      label="Chart"
      links={[
        { href: base, label: 'Summary' },
        { href: `${base}/results`, label: 'Results' },
        { href: `${base}/orders`, label: 'Orders' },
        { href: `${base}/documents`, label: 'Documents' },
      ]}
    />
  );
}

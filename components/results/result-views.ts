import type { ViewLink } from '../ui/view-links';

export function resultViews(patientId: string): ViewLink[] {
  const reports = `/patients/${patientId}/results`;
  return [
    { href: reports, label: 'Reports' },
    { href: `${reports}/flow`, label: 'Flow sheet' },
  ];
}

import { TextLink } from '../ui/text-link';

const VIEWS = [
  { view: 'list', path: '', label: 'Reports' },
  { view: 'flow', path: '/flow', label: 'Flow sheet' },
] as const;

export function ResultViews({ patientId, open }: { patientId: string; open: 'list' | 'flow' | null }) {
  return (
    <nav aria-label="Result views" className="mb-3 flex flex-wrap gap-x-5 print:hidden">
      {VIEWS.map(({ view, path, label }) => (
        <TextLink
          key={view}
          href={`/patients/${patientId}/results${path}`}
          aria-current={view === open ? 'page' : undefined}
          className={`inline-flex min-h-6 items-center ${view === open ? 'font-bold text-ink no-underline' : ''}`}
        >
          {label}
        </TextLink>
      ))}
    </nav>
  );
}

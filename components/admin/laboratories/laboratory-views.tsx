import { TextLink } from '../../ui/text-link';

const ROOT = '/admin/lab-connections';
const VIEWS = [
  ['', 'Connections'],
  ['/messages', 'Messages'],
  ['/orders', 'Sent orders'],
  ['/codes', 'Codes'],
  ['/tests', 'Test catalog'],
  ['/providers', 'Ordering providers'],
] as const;

export function LaboratoryViews({ view }: { view: (typeof VIEWS)[number][0] }) {
  return (
    <nav aria-label="Laboratories" className="mb-4">
      <ul className="flex flex-wrap gap-x-5">
        {VIEWS.map(([place, label]) => (
          <li key={place}>
            <TextLink
              href={`${ROOT}${place}`}
              aria-current={place === view ? 'page' : undefined}
              className={`flex min-h-8 items-center ${place === view ? 'font-bold text-ink no-underline' : ''}`}
            >
              {label}
            </TextLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

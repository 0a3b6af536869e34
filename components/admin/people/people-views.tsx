import { TextLink } from '../../ui/text-link';

export type PeopleView = 'members' | 'former' | 'invitations';

const VIEWS: readonly [PeopleView, string][] = [
  ['members', 'Members'],
  ['former', 'Former members'],
  ['invitations', 'Invitations'],
];

export function PeopleViews({ path, view }: { path: string; view: PeopleView }) {
  return (
    <nav aria-label="Lists of users" className="mb-4">
      <ul className="flex flex-wrap gap-x-5">
        {VIEWS.map(([name, label]) => (
          <li key={name}>
            <TextLink
              href={name === 'members' ? path : `${path}?view=${name}`}
              aria-current={name === view ? 'page' : undefined}
              className={`flex min-h-8 items-center ${name === view ? 'font-bold text-ink no-underline' : ''}`}
            >
              {label}
            </TextLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

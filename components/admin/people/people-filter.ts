import { ROLE_CHOICES, ROLE_WORDS } from '@/server/domain/people/rules';
import { choice, defineFilter, text } from '../../ui/filter';

type Choice = (typeof ROLE_CHOICES)[number];
const roles = Object.fromEntries(ROLE_CHOICES.map((role) => [role, ROLE_WORDS[role]])) as Record<
  Choice,
  string
>;

export const peopleFilter = defineFilter({
  q: text('Name or email', 'matching', 100),
  role: choice(roles, { label: 'Role', all: 'All roles' }),
});

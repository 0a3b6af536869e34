import { ROLE_CHOICES, ROLE_WORDS } from '@/server/domain/people/rules';
import { choice, defineFilter, text } from '../../ui/filter';

type Choice = (typeof ROLE_CHOICES)[number];
const roles = Object.fromEntries(ROLE_CHOICES.map((role) => [role, ROLE_WORDS[role]])) as Record<
  Choice,
  string
>;

const criteria = {
  q: text('Name or email', 'matching', 100),
  role: choice(roles, { label: 'Role', all: 'All roles' }),
};

export const FACTOR_WORDS = { on: 'On', off: 'Off', single_sign_on: 'Single sign-on' } as const;

export const peopleFilter = defineFilter({
  ...criteria,
  second_factor: choice(FACTOR_WORDS, { label: 'Second factor', all: 'All', said: 'second factor' }),
});
export const formerFilter = defineFilter(criteria);

import type { Metadata } from 'next';
import { load } from '@/app/_lib/load';
import { getPageContext } from '@/app/_lib/page-context';
import { THEME_LABELS } from '@/components/account/theme-words';
import { count } from '@/components/format/numbers';
import { MainArea } from '@/components/shell/main-area';
import type { Loaded } from '@/components/ui/error-message';
import { FactColumns, type FactRow } from '@/components/ui/fact-rows';
import { Fact } from '@/components/ui/facts';
import { PageHeading } from '@/components/ui/page-heading';
import { ROLE_WORDS } from '@/server/domain/people/rules';
import { showId } from '@/server/shared/ids';

export const metadata: Metadata = { title: 'Account' };

const DENSITY_LABELS = { comfortable: 'comfortable', compact: 'compact', dense: 'dense' };

/** The page of the row repeats a failed read, and explains it. */
const valueOf = <T,>(read: Loaded<T>, words: (value: T) => string): string =>
  read.error ? 'Could not be loaded.' : words(read.value);

export default async function AccountPage() {
  const { caller, session, format, maySign } = await getPageContext();
  const [factor, identity, sessions, apps, organizations, absences] = await Promise.all([
    load(caller.secondFactors.getSecondFactor({})),
    load(caller.singleSignOn.getOwnIdentity({})),
    load(caller.sessions.listSessions({})),
    load(caller.oauth.listConnectedApps({})),
    load(caller.sessions.listOwnOrganizations({})),
    maySign ? load(caller.people.listDelegations({})) : null,
  ]);
  const security = '/account/security';
  const linked = identity.value?.linked_at ?? null;
  const signIn: FactRow[] = [
    {
      title: 'Password',
      value: <span className="text-ink-2">Changing it ends your other sessions.</span>,
      action: { href: '/account/password', words: 'Change', name: 'Change password' },
    },
    {
      title: 'Authenticator app',
      value: valueOf(factor, ({ totp_since: since }) =>
        since ? `On since ${format.instant(since, 'day')}` : 'Off',
      ),
      action: {
        href: `${security}#totp`,
        words: factor.value && !factor.value.totp_since ? 'Set up' : 'Edit',
        name: 'Authenticator app settings',
      },
    },
    {
      title: 'Passkeys',
      value: valueOf(factor, ({ passkeys }) => passkeys.map(({ name }) => name).join(', ') || 'None'),
      action: {
        href: `${security}#passkeys`,
        words: factor.value?.passkeys.length === 0 ? 'Add' : 'Edit',
        name: 'Passkey settings',
      },
    },
    {
      title: 'Recovery codes',
      value: valueOf(factor, ({ recovery_codes_left: left }) => (left > 0 ? `${left} left` : 'None')),
      // Codes can be created only alongside a factor.
      action:
        factor.value && !factor.value.totp_since && factor.value.passkeys.length === 0
          ? undefined
          : { href: `${security}#recovery`, words: 'Edit', name: 'Recovery code settings' },
    },
    ...(linked || identity.value?.available
      ? [
          {
            title: 'Single sign-on',
            value: linked ? `Linked since ${format.instant(linked, 'day')}` : 'Not linked',
            action: { href: security, words: linked ? 'Edit' : 'Link', name: 'Single sign-on settings' },
          },
        ]
      : []),
    {
      title: 'Sessions',
      value: valueOf(sessions, ({ data }) =>
        data.length === 1 ? 'Only this one' : `${data.length} open, including this one`,
      ),
      action: { href: '/account/sessions', words: 'View', name: 'View sessions' },
    },
  ];
  const self = showId('user', session.userId);
  const absence = absences?.value?.data.findLast(
    ({ person, state }) => person.id === self && (state === 'running' || state === 'planned'),
  );
  const work: FactRow[] = [
    {
      title: 'Display',
      value: `${THEME_LABELS[session.theme]}, ${DENSITY_LABELS[session.density]}`,
      action: { href: '/account/display', words: 'Edit', name: 'Display settings' },
    },
    ...(absences
      ? [
          {
            title: 'Absence',
            value: valueOf(absences, () =>
              absence
                ? `${absence.state === 'planned' ? `From ${format.instant(absence.starts_at)} until` : 'Until'} ${format.instant(absence.ends_at)}, covered by ${absence.delegate.name}`
                : 'None',
            ),
            action: { href: '/account/absence', words: absence ? 'Edit' : 'Add', name: 'Absence settings' },
          },
        ]
      : []),
    {
      title: 'Connected applications',
      value: valueOf(apps, ({ data }) => data.map(({ name }) => name).join(', ') || 'None'),
      action: { href: '/account/apps', words: 'View', name: 'View connected applications' },
    },
    {
      title: 'Organizations',
      value: valueOf(organizations, ({ data }) => count(data.length, 'organization')),
      action: { href: '/account/organizations', words: 'View', name: 'View organizations' },
    },
  ];
  return (
    <MainArea>
      <PageHeading title="Account" />
      <dl className="mb-6 grid gap-x-6 gap-y-2.5 border-y border-line py-3 sm:grid-cols-2 lg:grid-cols-4">
        <Fact label="Name">{session.userName}</Fact>
        <Fact label="Email">{session.email}</Fact>
        <Fact label="Organization">{session.orgName}</Fact>
        <Fact label="Role">{ROLE_WORDS[session.role]}</Fact>
      </dl>
      <FactColumns
        groups={[
          { id: 'sign-in', title: 'Sign-in', rows: signIn },
          { id: 'work', title: 'Work', rows: work },
        ]}
      />
    </MainArea>
  );
}

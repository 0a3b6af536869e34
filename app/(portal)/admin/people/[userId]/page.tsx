import type { Metadata } from 'next';
import { orNotFound } from '@/app/_lib/load';
import { adminPage } from '@/app/_lib/admin-page';
import { MainArea } from '@/components/shell/main-area';
import { AbsenceForm } from '@/components/admin/people/absence-form';
import { AbsenceList } from '@/components/admin/people/absence-list';
import { ChangeRole } from '@/components/admin/people/change-role';
import { CorrectName } from '@/components/admin/people/correct-name';
import { EndMemberSessions } from '@/components/admin/people/end-member-sessions';
import { EndMembership } from '@/components/admin/people/end-membership';
import { FactorList } from '@/components/admin/people/factor-list';
import { MadeByList } from '@/components/admin/people/made-by';
import { PasswordLink } from '@/components/admin/people/password-link';
import { PersonFacts } from '@/components/admin/people/person-facts';
import { ResetSecondFactor } from '@/components/admin/people/reset-second-factor';
import { UnlinkIdentity } from '@/components/admin/people/unlink-identity';
import { RestoreMembership } from '@/components/admin/people/restore-membership';
import { Notice } from '@/components/ui/notice';
import { PageHeading, SectionHeading } from '@/components/ui/page-heading';
import { TextLink } from '@/components/ui/text-link';
import { showId } from '@/server/shared/ids';
import { isRole, SIGNERS } from '@/server/shared/scopes';

export const metadata: Metadata = { title: 'User' };

export default adminPage(
  'get_person',
  async ({ caller, format, now, session }, { params }: { params: Promise<{ userId: string }> }) => {
    const { userId } = await params;
    const person = await orNotFound(caller.people.getPerson({ id: userId }));
    const [absences, colleagues] = await Promise.all([
      caller.people.listDelegations({ user_id: userId }),
      caller.people.listColleagues({}),
    ]);
    const others = colleagues.data.filter(({ id }) => id !== person.id);
    const isSelf = person.id === showId('user', session.userId);
    const { api_keys, oauth_apps } = person.made;
    const made = (
      <section aria-labelledby="made">
        <SectionHeading id="made" title="API keys and applications created" />
        <MadeByList made={person.made} now={now} />
      </section>
    );
    return (
      <MainArea>
        <PageHeading parent={{ href: '/admin/people', label: 'People' }} title={person.name}>
          {person.email}
        </PageHeading>
        <PersonFacts person={person} now={now} hasRole={isSelf || person.ended_at !== null} />
        {person.ended_at ? (
          <div className="max-w-3xl space-y-8">
            {made}
            <RestoreMembership id={person.id} name={person.name} role={person.role} />
          </div>
        ) : (
          <div className="grid max-w-6xl items-start gap-x-12 gap-y-8 lg:grid-cols-2">
            <section aria-labelledby="name-heading">
              <SectionHeading id="name-heading" title="Correct name" />
              <CorrectName person={person} />
            </section>
            {isSelf ? (
              <Notice className="lg:col-span-2">
                Another administrator can change your role and membership. Change your password, second factor
                and sessions in your <TextLink href="/account">account</TextLink>.
              </Notice>
            ) : (
              <>
                <section aria-labelledby="role">
                  <SectionHeading id="role" title="Role" />
                  <ChangeRole
                    id={person.id}
                    name={person.name}
                    role={person.role}
                    sessions={person.sessions}
                  />
                </section>
                <section aria-labelledby="password">
                  <SectionHeading id="password" title="Password" />
                  <PasswordLink id={person.id} name={person.name} email={person.email} />
                </section>
                <section aria-labelledby="second-factor">
                  <SectionHeading id="second-factor" title="Second factor" />
                  <FactorList factors={person.second_factors ?? []} />
                  {person.second_factors?.length === 0 ? null : (
                    <ResetSecondFactor id={person.id} name={person.name} />
                  )}
                </section>
                {person.single_sign_on_since ? (
                  <section aria-labelledby="single-sign-on">
                    <SectionHeading id="single-sign-on" title="Single sign-on" />
                    <p className="mb-3">Linked since {format.instant(person.single_sign_on_since)}.</p>
                    <UnlinkIdentity id={person.id} name={person.name} />
                  </section>
                ) : null}
                <section aria-labelledby="sessions">
                  <SectionHeading id="sessions" title="Sessions" />
                  <EndMemberSessions id={person.id} name={person.name} sessions={person.sessions} />
                </section>
              </>
            )}
            {!isRole(person.role, SIGNERS) ? null : (
              <section aria-labelledby="absence" className="lg:col-span-2">
                <SectionHeading id="absence" title="Absence" />
                <AbsenceList absences={absences.data} of={person.id} mayEndAll />
                <div className="mt-5">
                  <AbsenceForm colleagues={others} userId={person.id} />
                </div>
              </section>
            )}
            {isSelf || api_keys.length + oauth_apps.length === 0 ? null : made}
            {isSelf ? null : (
              <section aria-labelledby="end">
                <SectionHeading id="end" title="Remove from organization" />
                <EndMembership person={person} colleagues={others} />
              </section>
            )}
          </div>
        )}
      </MainArea>
    );
  },
);

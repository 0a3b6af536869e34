import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { formatIn } from '@/components/format/format';
import { isolate } from '@/components/format/isolate';
import { PublicFrame } from '@/components/shell/public-frame';
import { ConsentForm } from '@/components/sign-in/consent-form';
import { SwitchForm } from '@/components/sign-in/switch-form';
import { problemOf } from '@/components/ui/error-message';
import { PageHeading } from '@/components/ui/page-heading';
import { portalCaller } from '@/server/api/portal-caller';
import { missingScopeWords, SCOPE_WORDS } from '@/server/shared/scopes';
import { ROLE_WORDS } from '@/server/domain/people/rules';

export const metadata: Metadata = { title: 'Connect an application' };

interface ConsentPageProps {
  params: Promise<{ requestId: string }>;
  searchParams: Promise<{ choose?: string | string[] }>;
}

async function orNull<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (thrown) {
    if (problemOf(thrown).code === 'not_found') return null;
    throw thrown;
  }
}

/** The permissions an application requests, in the user's terms. The form posts to `/oauth/decide`. */
export default async function ConsentPage({ params, searchParams }: ConsentPageProps) {
  const [{ requestId }, { choose }] = await Promise.all([params, searchParams]);
  const { caller, session } = await portalCaller();
  const asked = await orNull(caller.oauth.getConsentRequest({ id: requestId }));
  if (!asked) {
    const place = await orNull(caller.oauth.getConsentOrganization({ id: requestId }));
    if (!place) notFound();
    return (
      <PublicFrame organization={session.orgName}>
        <PageHeading title={`${place.app} belongs to another organization`} />
        <SwitchForm
          requestId={requestId}
          csrf={place.csrf}
          appName={place.app}
          there={place.organization.name}
          here={session.orgName}
          secondFactor={place.second_factor}
        />
      </PublicFrame>
    );
  }
  if (asked.must_sign_in) redirect(`/sign-in?return_to=${encodeURIComponent(`/oauth/consent/${requestId}`)}`);
  const offered = asked.scopes.map(({ scope }) => scope);
  return (
    <PublicFrame organization={session.orgName}>
      <PageHeading title={`${isolate(asked.app.name)} wants access to your account`} />
      <ConsentForm
        requestId={requestId}
        appName={asked.app.name}
        csrf={asked.csrf}
        people={asked.people}
        redirectHost={asked.redirect_host}
        domain={asked.app.domain}
        since={formatIn(session.timeZone).instant(asked.app.created_at, 'day')}
        person={{ name: session.userName, email: session.email }}
        offered={asked.scopes.map(({ scope, is_new }) => ({
          scope,
          words: SCOPE_WORDS[scope],
          isNew: is_new,
        }))}
        beyondRole={asked.beyond_role.map(({ scope, needs_role }) => ({
          scope,
          words: SCOPE_WORDS[scope],
          role: ROLE_WORDS[needs_role],
        }))}
        notAsked={asked.not_asked.map((scope) => ({ scope, words: missingScopeWords(scope, offered) }))}
        nothingChosen={choose !== undefined}
      />
    </PublicFrame>
  );
}

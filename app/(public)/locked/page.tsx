import type { Metadata } from 'next';
import { PublicFrame } from '@/components/shell/public-frame';
import { LastPerson } from '@/components/shell/session/last-person';
import { SignInForm } from '@/components/sign-in/sign-in-form';
import { SingleSignOnLink } from '@/components/sign-in/single-sign-on-link';
import { PageHeading } from '@/components/ui/page-heading';
import { signedInUser } from '@/server/api/portal-caller';
import { passkeysPossible } from '@/server/auth/passkeys';

export const metadata: Metadata = { title: 'Session ended' };

export default async function LockedPage() {
  return (
    <PublicFrame>
      <PageHeading title="Session ended" />
      <LastPerson signedIn={await signedInUser()} />
      <SignInForm returnTo="/resume" failed={false} passkeys={passkeysPossible()} />
      <SingleSignOnLink returnTo="/resume" />
    </PublicFrame>
  );
}

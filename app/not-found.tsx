import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { hasSession } from '@/app/_lib/has-session';
import { getPageContext, requestedPath } from '@/app/_lib/page-context';
import { preloadFonts } from '@/app/_lib/preload-fonts';
import AdminLayout from '@/app/(portal)/admin/layout';
import PortalLayout from '@/app/(portal)/layout';
import { MainArea } from '@/components/shell/main-area';
import { PublicFrame } from '@/components/shell/public-frame';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeading } from '@/components/ui/page-heading';

export const metadata: Metadata = { title: 'Not found' };

/** An address without a page. Signed-in users keep their navigation. */
export default async function NotFound() {
  // Keeps this page dynamic, so that its scripts carry the nonce.
  await headers();
  preloadFonts();
  if (!(await isSignedIn()))
    return (
      <PublicFrame>
        <Missing />
      </PublicFrame>
    );
  const main = (
    <MainArea>
      <Missing signedIn />
    </MainArea>
  );
  const isAdmin = (await requestedPath()).startsWith('/admin/');
  return <PortalLayout>{isAdmin ? <AdminLayout>{main}</AdminLayout> : main}</PortalLayout>;
}

/** The cookie may be of a session that has ended, for which the context redirects to the sign-in. */
async function isSignedIn(): Promise<boolean> {
  if (!(await hasSession())) return false;
  return getPageContext().then(
    () => true,
    () => false,
  );
}

const Missing = ({ signedIn = false }: { signedIn?: boolean }) => (
  <>
    <PageHeading title="Page not found" />
    <p className="mb-5">The address may be wrong, or the page was removed.</p>
    <div className="flex flex-wrap gap-2">
      <LinkButton href="/">Go to the start page</LinkButton>
      {signedIn ? null : (
        <LinkButton href="/docs" weight="secondary">
          API documentation
        </LinkButton>
      )}
    </div>
  </>
);

import type { ReactNode } from 'react';
import { EnvironmentBand } from '@/components/frame/environment-band';
import { SkipLink } from '@/components/frame/skip-link';
import { BottomBar, TopBar, type FrameView } from '@/components/frame/top-bar';
import { PAGE_FACTS } from '@/components/api/page-headers';
import { SessionGuard } from '@/components/session/session-guard';
import type { PageSession } from '@/components/session/session-watch';
import { StepUpDialog } from '@/components/step-up/step-up-dialog';
import { LiveRegion } from '@/components/ui/live-region';
import { ownOrganisations } from '@/server/auth/own-organisations';
import { showId } from '@/server/domain/ids';
import { openPortal } from './open-portal';

export default async function PortalLayout({ children }: { children: ReactNode }) {
  const { session, now, mayAdminister } = await openPortal();
  const own = await ownOrganisations(session.userId);
  const frame: FrameView = {
    organisation: session.orgName,
    person: session.userName,
    email: session.email,
    role: session.role,
    canAdminister: mayAdminister,
    canSwitch: own.length > 1,
  };
  const page: PageSession = {
    organisation: showId('organisation', session.orgId),
    organisationName: session.orgName,
    person: showId('user', session.userId),
    personName: session.userName,
    idleMs: session.idleMinutes * 60_000,
    restLeftMs: session.expiresAt.getTime() - now,
  };
  return (
    <SessionGuard page={page}>
      <div id={PAGE_FACTS} data-organisation={page.organisation} hidden />
      <SkipLink />
      {session.sandbox ? <EnvironmentBand /> : null}
      <TopBar frame={frame} />
      {children}
      <BottomBar frame={frame} />
      <StepUpDialog />
      <LiveRegion />
    </SessionGuard>
  );
}

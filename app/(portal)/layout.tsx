import type { ReactNode } from 'react';
import { EnvironmentBand } from '@/components/frame/environment-band';
import { SkipLink } from '@/components/frame/skip-link';
import { BottomBar, TopBar, type FrameView } from '@/components/frame/top-bar';
import { StepUpDialog } from '@/components/step-up/step-up-dialog';
import { LiveRegion } from '@/components/ui/live-region';
import { openPortal } from './open-portal';

export default async function PortalLayout({ children }: { children: ReactNode }) {
  const { session, mayAdminister } = await openPortal();
  const frame: FrameView = {
    organisation: session.orgName,
    person: session.userName,
    email: session.email,
    role: session.role,
    canAdminister: mayAdminister,
  };
  return (
    <>
      <SkipLink />
      {session.sandbox ? <EnvironmentBand /> : null}
      <TopBar frame={frame} />
      {children}
      <BottomBar frame={frame} />
      <StepUpDialog />
      <LiveRegion />
    </>
  );
}

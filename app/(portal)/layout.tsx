import type { ReactNode } from 'react';
import { ForgottenBand, UncountedBand } from '@/components/reviews/forgotten-band';
import { UploadsProvider } from '@/components/documents/uploads';
import { BottomBar } from '@/components/frame/bottom-bar';
import { EnvironmentBand } from '@/components/frame/environment-band';
import { LinkClicks } from '@/components/frame/link-clicks';
import { placesOf, type FrameView } from '@/components/frame/places';
import { SecondClicks } from '@/components/frame/second-clicks';
import { SkipLink } from '@/components/frame/skip-link';
import { TopBar } from '@/components/frame/top-bar';
import { PAGE_FACTS } from '@/components/api/page-headers';
import { KeyMap } from '@/components/keys/key-map';
import { SessionGuard } from '@/components/session/session-guard';
import { StepUpDialog } from '@/components/step-up/step-up-dialog';
import { LiveRegion } from '@/components/ui/live-region';
import { ownOrganisations } from '@/server/auth/own-organisations';
import { openAlarm, openPortal, pageSession } from './open-portal';

export default async function PortalLayout({ children }: { children: ReactNode }) {
  const { session, now, mayAdminister } = await openPortal();
  const [own, counted] = await Promise.all([ownOrganisations(session.userId), openAlarm()]);
  const alarm = counted?.value ?? null;
  const frame: FrameView = {
    organisation: session.orgName,
    person: session.userName,
    email: session.email,
    role: session.role,
    canAdminister: mayAdminister,
    canSwitch: own.length > 1,
    critical: counted?.error ? 'uncounted' : (alarm?.critical ?? null),
  };
  const page = pageSession(session, now);
  return (
    <SessionGuard page={page}>
      <div id={PAGE_FACTS} data-organisation={page.organisation} hidden />
      <SkipLink />
      <LinkClicks />
      <SecondClicks />
      {session.sandbox ? <EnvironmentBand /> : null}
      <TopBar frame={frame} />
      {alarm && alarm.forgotten > 0 ? <ForgottenBand {...alarm} /> : null}
      {counted?.error ? <UncountedBand requestId={counted.error.requestId} /> : null}
      <UploadsProvider>{children}</UploadsProvider>
      <BottomBar frame={frame} />
      <KeyMap places={keyPlaces(frame)} />
      <StepUpDialog />
      <LiveRegion />
    </SessionGuard>
  );
}

/** `g` and the first letter of the place. */
const keyPlaces = (frame: FrameView) => [
  ...placesOf(frame).map(({ href, label }) => ({ key: label[0]!.toLowerCase(), href, label })),
  ...(frame.canAdminister
    ? [
        { key: 'w', href: '/admin/webhooks', label: 'Webhooks' },
        { key: 'k', href: '/admin/api-keys', label: 'API keys' },
      ]
    : []),
  { key: 's', href: '/account/display', label: 'Display settings' },
];

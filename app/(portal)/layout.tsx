import type { ReactNode } from 'react';
import { getPageContext, pageSession } from '@/app/_lib/page-context';
import { getInboxAlarm } from '@/app/_lib/report';
import { AlarmWatch } from '@/components/inbox/alarm-watch';
import { OverdueCriticalBanner } from '@/components/inbox/critical-banner';
import { UncountedCriticalBanner } from '@/components/inbox/uncounted-critical-banner';
import { UploadDock } from '@/components/documents/upload-dock';
import { BottomBar } from '@/components/shell/bottom-bar';
import { EnvironmentBand } from '@/components/shell/environment-band';
import { Toaster } from '@/components/ui/toast';
import { LinkClicks } from '@/components/shell/link-clicks';
import { placesOf, type FrameView, type Place } from '@/components/shell/places';
import { DoubleClickGuard } from '@/components/shell/double-click-guard';
import { SkipLink } from '@/components/shell/skip-link';
import { TopBar } from '@/components/shell/top-bar';
import { FormatProvider } from '@/components/format/format-provider';
import { FollowChanges } from '@/components/client/follow-changes';
import { PAGE_FACTS } from '@/components/client/page-headers';
import { QueryProvider } from '@/components/client/query-client';
import { PaletteOpener } from '@/components/shell/palette/palette-opener';
import { KeyMap } from '@/components/shell/shortcuts/key-map';
import { SessionGuard } from '@/components/shell/session/session-guard';
import { StepUp } from '@/components/sign-in/step-up';
import { LiveRegion } from '@/components/ui/live-region';
import { withRequestId } from '@/server/api/page-request';
import { ownOrganizations } from '@/server/auth/own-organizations';
import type { Role } from '@/server/data-types/role-codes';
import { ROLE_WORDS } from '@/server/domain/people/rules';

export default async function PortalLayout({ children }: { children: ReactNode }) {
  const { session, now, mayReadPatients, mayFileDocuments, maySign } = await getPageContext();
  const [own, counted] = await Promise.all([
    withRequestId(() => ownOrganizations(session.userId, session)),
    getInboxAlarm(),
  ]);
  const alarm = counted?.value ?? null;
  const frame: FrameView = {
    organization: session.orgName,
    logo: session.logo,
    person: session.userName,
    email: session.email,
    roleName: ROLE_WORDS[session.role],
    mayReadPatients,
    mayFileDocuments,
    places: placesOf(session.role, alarm),
    canSwitch: own.length > 1,
  };
  const page = pageSession(session, now, counted !== null);
  return (
    <SessionGuard page={page}>
      <div
        id={PAGE_FACTS}
        data-organization={page.organization}
        data-person={page.person}
        data-position={session.position}
        data-theme={session.theme}
        data-density={session.density}
        data-accent={session.accentColor}
        data-paper={session.paperSize}
        hidden
      />
      <SkipLink />
      <LinkClicks />
      <DoubleClickGuard />
      <QueryProvider>
        {session.sandbox ? <EnvironmentBand /> : null}
        <TopBar frame={frame} />
        {alarm ? <OverdueCriticalBanner alarm={alarm} /> : null}
        {counted ? (
          <AlarmWatch alarm={alarm} person={page.person} now={new Date(now).toISOString()} />
        ) : (
          <FollowChanges />
        )}
        {counted?.error ? (
          <UncountedCriticalBanner maySign={maySign} requestId={counted.error.requestId} />
        ) : null}
        <Toaster />
        <FormatProvider timeZone={session.timeZone}>
          {children}
          {mayFileDocuments ? <UploadDock /> : null}
          {mayReadPatients ? (
            <PaletteOpener
              facts={{
                places: frame.places.map(({ href, label }) => ({ href, label })),
                role: session.role,
              }}
            />
          ) : null}
        </FormatProvider>
        <BottomBar frame={frame} />
      </QueryProvider>
      <KeyMap places={keyPlaces(frame.places, session.role)} />
      <StepUp />
      <LiveRegion />
    </SessionGuard>
  );
}

/** `g` and the first letter of the page. */
const keyPlaces = (places: readonly Place[], role: Role) => [
  ...places.map(({ href, label }) => ({ key: label[0]!.toLowerCase(), href, label })),
  ...(role === 'admin'
    ? [
        { key: 'w', href: '/admin/webhooks', label: 'Webhooks' },
        { key: 'k', href: '/admin/api-keys', label: 'API keys' },
      ]
    : []),
  { key: 's', href: '/account/display', label: 'Display settings' },
];

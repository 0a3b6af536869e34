import type { ReactNode } from 'react';
import { getPageContext, pageSession } from '@/app/_lib/page-context';
import { FormatProvider } from '@/components/format/format-provider';
import { PAGE_FACTS } from '@/components/client/page-headers';
import { SkipLink } from '@/components/shell/skip-link';
import { SessionGuard } from '@/components/shell/session/session-guard';
import { LiveRegion } from '@/components/ui/live-region';

export default async function PrintLayout({ children }: { children: ReactNode }) {
  const { session, now } = await getPageContext();
  const page = pageSession(session, now);
  return (
    <SessionGuard page={page}>
      <div
        id={PAGE_FACTS}
        data-organization={page.organization}
        data-theme="light"
        data-accent={session.accentColor}
        data-paper={session.paperSize}
        hidden
      />
      <SkipLink />
      <FormatProvider timeZone={session.timeZone}>{children}</FormatProvider>
      <LiveRegion />
    </SessionGuard>
  );
}

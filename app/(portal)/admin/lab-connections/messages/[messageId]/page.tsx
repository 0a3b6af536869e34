import type { Metadata } from 'next';
import { orNotFound } from '@/app/_lib/load';
import { getPageContext } from '@/app/_lib/page-context';
import { count } from '@/components/format/numbers';
import { MainArea } from '@/components/shell/main-area';
import { NotAllowed } from '@/components/shell/not-allowed';
import { MessageFacts } from '@/components/admin/laboratories/message-facts';
import { MessageReports } from '@/components/admin/laboratories/message-reports';
import { MessageWarnings } from '@/components/admin/laboratories/message-warnings';
import { RawMessage } from '@/components/admin/laboratories/raw-message';
import { RunAgain } from '@/components/admin/laboratories/run-again';
import { SetMessageAside } from '@/components/admin/laboratories/set-message-aside';
import { SegmentTree } from '@/components/admin/laboratories/segment-tree';
import { PageHeading, SectionHeading } from '@/components/ui/page-heading';

export const metadata: Metadata = { title: 'Laboratory message' };

export default async function MessagePage({ params }: { params: Promise<{ messageId: string }> }) {
  const { messageId } = await params;
  const { caller, format, mayAdminister } = await getPageContext();
  if (!mayAdminister)
    return (
      <MainArea>
        <PageHeading title="Laboratory message" />
        <NotAllowed what="read messages of laboratories" />
      </MainArea>
    );
  const message = await orNotFound(caller.inboundMessages.getInboundMessage({ id: messageId }));
  const { content, reports, warnings } = message;
  return (
    <MainArea>
      <PageHeading
        title={`Message of ${format.instant(message.received_at, 'second')}`}
        actions={
          message.may_run_again ? (
            <RunAgain id={message.id} />
          ) : message.state === 'received' ? (
            <SetMessageAside id={message.id} />
          ) : null
        }
      >
        {message.connection_name}. Opening it is recorded in the access log of its patients.
      </PageHeading>
      <MessageFacts message={message} />
      <section aria-labelledby="reports" className="mb-8">
        <SectionHeading id="reports" title="Reports" />
        {reports.length > 0 ? (
          <MessageReports reports={reports} />
        ) : (
          <p>
            {message.state === 'received'
              ? 'None yet: the message waits to be worked up. Reload to see the outcome.'
              : 'None were made of this message.'}
          </p>
        )}
      </section>
      {warnings.length > 0 ? (
        <section aria-labelledby="warnings" className="mb-8">
          <SectionHeading id="warnings" title={count(warnings.length, 'warning')} />
          <MessageWarnings message={message} />
        </section>
      ) : null}
      {content ? (
        <>
          <section aria-labelledby="fields" className="mb-8">
            <SectionHeading id="fields" title="Segments and fields" />
            <SegmentTree segments={content.segments} warnings={warnings} />
            {content.segments.length === 0 ? (
              <p>It cannot be taken apart: it does not begin with MSH.</p>
            ) : content.cut ? (
              <p className="text-ink-2">Only the beginning is shown: the message is too long.</p>
            ) : null}
          </section>
          <section aria-labelledby="raw" className="mb-8">
            <SectionHeading id="raw" title="As it was sent" />
            <p className="mb-2 text-ink-2">
              Read as {message.charset ?? 'text'}. Signs such as <code className="font-mono">‹CR›</code> stand
              for characters that cannot be seen.
              {content.raw.left_out > 0 ? ` ${count(content.raw.left_out, 'more character')} not shown.` : ''}
              {message.is_whole ? '' : ' Only the beginning was kept.'}
            </p>
            <RawMessage text={content.raw.text} />
          </section>
        </>
      ) : null}
    </MainArea>
  );
}

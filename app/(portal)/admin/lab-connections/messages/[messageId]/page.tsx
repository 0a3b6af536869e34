import type { Metadata } from 'next';
import { orNotFound } from '@/app/_lib/load';
import { adminPage } from '@/app/_lib/admin-page';
import { count } from '@/components/format/numbers';
import { MainArea } from '@/components/shell/main-area';
import { MessageFacts, MessageSummary } from '@/components/admin/laboratories/message-facts';
import { MessageDocuments } from '@/components/admin/laboratories/message-documents';
import { MessageUpdates } from '@/components/admin/laboratories/message-updates';
import { MessageReports } from '@/components/admin/laboratories/message-reports';
import { MessageWarnings } from '@/components/admin/laboratories/message-warnings';
import { RawMessage } from '@/components/admin/laboratories/raw-message';
import { ReprocessMessage } from '@/components/admin/laboratories/reprocess-message';
import { SetMessageAside } from '@/components/admin/laboratories/set-message-aside';
import { SegmentTree } from '@/components/admin/laboratories/segment-tree';
import { PageHeading, SectionHeading } from '@/components/ui/page-heading';

export const metadata: Metadata = { title: 'Laboratory message' };

const HAS_NO_REPORTS: ReadonlySet<string> = new Set(['ADT', 'MDM']);

export default adminPage(
  'get_inbound_message',
  async ({ caller, format }, { params }: { params: Promise<{ messageId: string }> }) => {
    const { messageId } = await params;
    const message = await orNotFound(caller.inboundMessages.getInboundMessage({ id: messageId }));
    const { content, reports, patient_updates: updates, documents, warnings } = message;
    return (
      <MainArea>
        <PageHeading
          parent={{ href: '/admin/lab-connections/messages', label: 'Messages' }}
          title={`Message received ${format.instant(message.received_at, 'second')}`}
          actions={
            message.may_run_again ? (
              <ReprocessMessage
                id={message.id}
                hasReports={!HAS_NO_REPORTS.has(message.message_type ?? '')}
              />
            ) : message.state === 'received' ? (
              <SetMessageAside id={message.id} />
            ) : null
          }
        >
          {message.connection_name}. This view is recorded in the access log of each patient.
        </PageHeading>
        <MessageSummary message={message} />
        {updates.length > 0 ? (
          <section aria-labelledby="updates" className="mb-8">
            <SectionHeading id="updates" title="Patients" />
            <MessageUpdates updates={updates} />
          </section>
        ) : null}
        {documents.length > 0 ? (
          <section aria-labelledby="documents" className="mb-8">
            <SectionHeading id="documents" title="Documents" />
            <MessageDocuments documents={documents} />
          </section>
        ) : null}
        {HAS_NO_REPORTS.has(message.message_type ?? '') ||
        (message.state !== 'received' && reports.length === 0) ||
        updates.length > 0 ||
        documents.length > 0 ? null : (
          <section aria-labelledby="reports" className="mb-8">
            <SectionHeading id="reports" title="Reports" />
            {reports.length > 0 ? (
              <MessageReports reports={reports} />
            ) : (
              <p>Not processed yet. Reload to see the result.</p>
            )}
          </section>
        )}
        {warnings.length > 0 ? (
          <section aria-labelledby="warnings" className="mb-8">
            <SectionHeading id="warnings" title={count(warnings.length, 'warning')} />
            <MessageWarnings message={message} />
          </section>
        ) : null}
        <MessageFacts message={message} />
        {content ? (
          <>
            <section aria-labelledby="raw" className="mb-8">
              <SectionHeading id="raw" title="Raw message" />
              <p className="mb-2 text-ink-2">
                Character set: {message.charset ?? 'unknown'}. Symbols such as{' '}
                <code className="font-mono">‹CR›</code> mark invisible characters.
                {content.raw.left_out > 0
                  ? ` ${count(content.raw.left_out, 'more character')} not shown.`
                  : ''}
                {message.is_whole ? '' : ' The message was truncated.'}
              </p>
              <RawMessage text={content.raw.text} />
            </section>
            <section aria-labelledby="fields" className="mb-8">
              <SectionHeading id="fields" title="Segments and fields" />
              <SegmentTree segments={content.segments} warnings={warnings} />
              {content.segments.length === 0 ? (
                <p>Not an HL7 message: it does not start with MSH.</p>
              ) : content.cut ? (
                <p className="text-ink-2">The message is too long to be shown in full.</p>
              ) : null}
            </section>
          </>
        ) : message.content_removed ? (
          <section aria-labelledby="raw" className="mb-8">
            <SectionHeading id="raw" title="Raw message" />
            <p className="text-ink-2">
              {message.content_removed.after === 'retention'
                ? 'Removed after the retention period'
                : 'Erased with the chart of a patient'}
              , {format.instant(message.content_removed.at, 'second')}. The message cannot be reprocessed.
            </p>
          </section>
        ) : null}
      </MainArea>
    );
  },
);

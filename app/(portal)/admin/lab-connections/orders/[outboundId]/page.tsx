import type { Metadata } from 'next';
import { orNotFound } from '@/app/_lib/load';
import { adminPage } from '@/app/_lib/admin-page';
import {
  FAILURE_WORDS,
  KIND_WORDS,
  outboundMeaning,
} from '@/components/admin/laboratories/destination-words';
import { ACK_WORDS } from '@/components/admin/laboratories/message-words';
import { OutboundStatusWord } from '@/components/admin/laboratories/outbound-list';
import { RawMessage } from '@/components/admin/laboratories/raw-message';
import { SegmentTree } from '@/components/admin/laboratories/segment-tree';
import { MainArea } from '@/components/shell/main-area';
import { Fact } from '@/components/ui/facts';
import { PageHeading, SectionHeading } from '@/components/ui/page-heading';
import { TextLink } from '@/components/ui/text-link';

export const metadata: Metadata = { title: 'Message to a laboratory' };

export default adminPage(
  'get_outbound_message',
  async ({ caller, format }, { params }: { params: Promise<{ outboundId: string }> }) => {
    const { outboundId } = await params;
    const message = await orNotFound(caller.outboundMessages.getOutboundMessage({ id: outboundId }));
    const at = (instant: string) => format.instant(instant, 'second');
    const { content, answer, content_removed_at: removedAt } = message;
    const isOpen = message.status === 'queued' || message.status === 'sent';
    const removed = removedAt === null ? null : `Removed after the retention period, ${at(removedAt)}.`;
    const patient = content?.segments
      .find(({ name }) => name === 'PID')
      ?.fields.find(({ number }) => number === 5);
    return (
      <MainArea>
        <PageHeading
          parent={{ href: '/admin/lab-connections/orders', label: 'Sent orders' }}
          title={`${KIND_WORDS[message.kind]} ${message.order_number}`}
        >
          <bdi>{message.connection_name}</bdi>. This view is recorded in the access log of the patient.
        </PageHeading>
        <div className="mb-6 max-w-3xl">
          <p>
            <OutboundStatusWord message={message} />.{' '}
            {message.failure ? `${FAILURE_WORDS[message.failure]} ` : ''}
            {outboundMeaning(message.kind, message.status)}
          </p>
          {message.reason ? (
            <p className="mt-1 whitespace-pre-wrap wrap-anywhere">
              Reason: <bdi>{message.reason}</bdi>
            </p>
          ) : null}
        </div>
        <dl className="mb-8 grid gap-x-6 gap-y-2.5 border-y border-line py-3 md:grid-cols-3">
          {patient ? (
            <Fact label="Patient">
              <bdi>
                {patient.parts
                  .slice(0, 2)
                  .map(({ text }) => text)
                  .join(', ')}
              </bdi>
            </Fact>
          ) : null}
          <Fact label="Order">
            <TextLink href={`/patients/${message.patient_id}/orders/${message.order_id}`}>
              {message.order_number}
            </TextLink>
          </Fact>
          <Fact label="Attempts">
            {message.attempts}
            {message.last_attempt_at ? `, last ${at(message.last_attempt_at)}` : ''}
            {message.next_attempt_at ? `, next ${at(message.next_attempt_at)}` : ''}
          </Fact>
          <Fact label="Acknowledgment">
            {message.ack_code ? ACK_WORDS[message.ack_code] : 'None'}
            {message.answered_at ? `, ${at(message.answered_at)}` : ''}
          </Fact>
          <Fact label="Control ID">
            <code className="font-mono">{message.control_id}</code>
          </Fact>
          <Fact label="Created">{at(message.created_at)}</Fact>
          <Fact label="Sent">{message.sent_at ? at(message.sent_at) : isOpen ? 'Not yet' : 'Not sent'}</Fact>
        </dl>
        <MessagePart title="Message" view={content} none={removed ?? 'The message could not be written.'} />
        <MessagePart
          title="Answer"
          view={answer}
          none={message.answered_at && removed ? removed : isOpen ? 'No answer yet.' : 'No answer.'}
        />
      </MainArea>
    );
  },
);

interface MessagePartProps {
  title: string;
  view: { segments: Parameters<typeof SegmentTree>[0]['segments']; raw: { text: string } } | null;
  none: string;
}

function MessagePart({ title, view, none }: MessagePartProps) {
  const id = title.toLowerCase();
  return (
    <section aria-labelledby={id} className="mb-8">
      <SectionHeading id={id} title={title} />
      {view ? (
        <>
          <div className="mb-4">
            <RawMessage text={view.raw.text} label={title} />
          </div>
          <SegmentTree segments={view.segments} warnings={[]} />
        </>
      ) : (
        <p className="text-ink-2">{none}</p>
      )}
    </section>
  );
}

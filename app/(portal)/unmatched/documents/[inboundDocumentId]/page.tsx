import type { Metadata } from 'next';
import { Denied } from '@/app/_lib/denied';
import { orRemoved } from '@/app/_lib/load';
import { getPageContext } from '@/app/_lib/page-context';
import { type Query, queryParam } from '@/app/_lib/query';
import { searchPatients } from '@/app/_lib/search-patients';
import { isolate } from '@/components/format/isolate';
import { MainArea } from '@/components/shell/main-area';
import { PageHeading, SectionHeading } from '@/components/ui/page-heading';
import { DecidedDocument } from '@/components/unmatched/decided-document';
import { differencesOf } from '@/components/unmatched/differences';
import { FileDocument, RejectDocument, ReturnDocument } from '@/components/unmatched/decide-document';
import { NoMatch } from '@/components/unmatched/no-match';
import { ChoiceKeys } from '@/components/unmatched/choice-keys';
import { FollowDecision } from '@/components/unmatched/follow-decision';
import { PatientChoice } from '@/components/unmatched/patient-choice';
import { SentDocument } from '@/components/unmatched/sent-document';
import { isNameOnly, matchedPatient, sentName, sentSubject } from '@/components/unmatched/texts';
import { listOf } from '@/components/unmatched/views';
import { LISTED_STATES } from '@/server/domain/inbound-documents/rules';
import { documentProblem } from '@/components/unmatched/unmatched-document-list';

export const metadata: Metadata = { title: 'Unmatched document' };

interface UnmatchedDocumentPageProps {
  params: Promise<{ inboundDocumentId: string }>;
  searchParams: Promise<Query>;
}

export default async function UnmatchedDocumentPage({ params, searchParams }: UnmatchedDocumentPageProps) {
  const [{ inboundDocumentId }, query] = await Promise.all([params, searchParams]);
  const { caller, session, format, mayFileDocuments, mayEditPatients } = await getPageContext();
  if (!mayFileDocuments)
    return (
      <MainArea>
        <PageHeading title="Unmatched document" />
        <Denied what="match documents" action="get_inbound_document" />
      </MainArea>
    );
  const q = queryParam(query, 'q');
  const found = await searchPatients(q);
  const { value: document, removed } = await orRemoved(
    caller.inboundDocuments.getInboundDocument({ id: inboundDocumentId, with: found.ids }),
  );
  if (removed !== null)
    return (
      <MainArea>
        <PageHeading title="Unmatched document">{removed}</PageHeading>
      </MainArea>
    );
  const isOpen = (LISTED_STATES as readonly string[]).includes(document.state);
  const isRejected = document.state === 'dismissed';
  const list = listOf(document.state);
  // A message without content is about a document in a chart: a new chart has none.
  const hasContent = document.sent.files.length > 0 || document.sent.text !== null;
  return (
    <MainArea>
      <FollowDecision
        id={document.id}
        state={document.state}
        messageId={document.message_id}
        since={session.position}
      />
      <PageHeading
        parent={list}
        title={`${isolate(document.title)} for ${isolate(sentName(document))}`}
        actions={
          isOpen ? (
            <RejectDocument
              documentId={document.id}
              name={sentName(document)}
              subject={sentSubject(document)}
            />
          ) : isRejected ? (
            <ReturnDocument documentId={document.id} name={sentName(document)} />
          ) : null
        }
      >
        {document.connection}, received {format.instant(document.received_at)}.{' '}
        {isOpen || document.problem
          ? documentProblem({ ...document, birth_date_unread: document.sent.birth_date_unread })
          : ''}
      </PageHeading>
      {isOpen ? null : <DecidedDocument document={document} />}
      {document.may_file ? <ChoiceKeys of={document} does="file here" /> : null}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-8 lg:grid-cols-2">
        <div>
          <SentDocument document={document} />
        </div>
        {document.may_file ? (
          <div className="lg:[@media(height>=40rem)]:sticky lg:top-4 lg:-m-1 lg:max-h-[calc(100dvh-2rem)] lg:self-start lg:overflow-y-auto lg:p-1 print:max-h-none">
            <PatientChoice
              sent={document}
              candidates={document.candidates}
              others={document.others}
              restricted={document.restricted}
              path={`/unmatched/documents/${document.id}`}
              q={q}
              problem={found.problem}
              more={found.more}
              sender={document.connection}
              renderAction={(candidate) => (
                <FileDocument
                  documentId={document.id}
                  patient={matchedPatient(document, candidate)}
                  differences={differencesOf(document, candidate)}
                  isNameOnly={isNameOnly(document)}
                  alsoUnmatched={document.same_document.filter((other) => other.filed_too).length}
                  list={list.href}
                />
              )}
            />
            {mayEditPatients && hasContent ? <NoMatch from={document.id} what="document" /> : null}
          </div>
        ) : isOpen ? (
          <section aria-labelledby="next">
            <SectionHeading id="next" title="Next step" />
            <p>
              This document cannot be filed. Ask {isolate(document.connection)} to send it again, then reject
              this message.
            </p>
          </section>
        ) : null}
      </div>
    </MainArea>
  );
}

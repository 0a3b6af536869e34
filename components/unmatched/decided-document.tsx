/** What became of a document that needs no decision. */
import type { InboundDocumentDetail } from '@/server/domain/inbound-documents/contract';
import { DecisionNotice, ToPatient } from './decision-notice';
import { patientName } from './texts';

/** Other states have no page that users reach. */
const WORDS: Readonly<Partial<Record<InboundDocumentDetail['state'], string>>> = {
  filed: 'Filed',
  changed: 'Applied',
  older: 'Outdated',
  withdrawn: 'Withdrawn by the sender',
  dismissed: 'Rejected',
};

export function DecidedDocument({ document }: { document: InboundDocumentDetail }) {
  const { state, decided, chart, document_id: id } = document;
  const isInChart = state === 'filed' || state === 'changed';
  return (
    <DecisionNotice
      kind={isInChart ? 'success' : 'info'}
      word={WORDS[state] ?? 'No action needed'}
      decided={decided}
      reason={decided?.reason ?? null}
      href={state === 'dismissed' ? null : chart && `/patients/${chart.id}/documents${id ? `/${id}` : ''}`}
    >
      {isInChart ? <ToPatient name={chart && patientName(chart)} /> : null}
    </DecisionNotice>
  );
}

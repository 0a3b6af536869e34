import type { InboundDocumentOutcome, InboundDocumentState } from '../../data-types/inbound-message-codes';
import type { DocumentProblem } from './rules';

/** What a message did to the documents of a chart. */
export interface Applied {
  state: InboundDocumentState;
  outcome: InboundDocumentOutcome | null;
  problem: DocumentProblem | null;
  /** `uuid` */
  documentId: string | null;
}

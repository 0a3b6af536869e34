import type { Context } from '../../domain/shared/context';
import type { ErrorCode, ErrorExtras } from '../../errors/domain-error';
import type {
  GetUnmatchedReportInput,
  MatchReportInput,
  UnmatchedReportDetail,
} from '../../domain/inbound-reports/contract';
import type { ReceivingConnection } from '../../domain/lab-connections/receiving';
import type { MessageState } from '../../domain/inbound-messages/rules';
import type { Problem } from '../hl7v2/problems';
import type { Judged } from '../receive/judge';
import type { FiledHeld } from '../unmatched/file-held-report';

/** What the server and its threads send each other. Only what can be cloned. */

export type Task =
  | { kind: 'judge'; bytes: Uint8Array; connection: ReceivingConnection }
  | { kind: 'process'; orgId: string; messageId: string }
  | { kind: 'open'; ctx: Asking; input: GetUnmatchedReportInput }
  | { kind: 'file'; ctx: Asking; input: MatchReportInput };

/** The person who asks. Without the session, which these acts do not ask for. */
export type Asking = Pick<Context, 'actor' | 'door' | 'requestId' | 'ip'>;

export interface Outcome {
  judge: {
    /** MSH-1 and the fields behind it; null: the message does not begin with MSH. */
    header: string[] | null;
    problem: Problem | null;
    facts: Omit<Judged['facts'], 'bytes' | 'sha256'> & { sha256: Uint8Array | null };
  };
  process: MessageState;
  open: UnmatchedReportDetail;
  file: FiledHeld;
}

export interface Failure {
  name: string;
  message: string;
  stack: string;
  /** Of the database or of Node. */
  code: string | null;
  /** What the contract says of it; null: a fault of ours. */
  refusal: { code: ErrorCode; message: string; extras: ErrorExtras } | null;
}

export type Answer<Kind extends Task['kind'] = Task['kind']> = (
  { value: Outcome[Kind] } | { failure: Failure }
) & {
  /** Reports older than what was filed: counted by the thread, exposed by the metrics of the server. */
  stale: number;
};

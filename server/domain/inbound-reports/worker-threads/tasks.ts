import type { Context } from '../../../shared/context';
import type { ErrorCode, ErrorExtras } from '../../../errors/domain-error';
import type {
  CreatePatientFromReportInput,
  GetUnmatchedReportInput,
  MatchReportInput,
  UnmatchedReportDetail,
} from '../contract';
import type { ReceivingConnection } from '../../../auth/receiving-connection';
import type { MessageState } from '../../../data-types/inbound-message-codes';
import type { Problem } from '../../../hl7v2/problems';
import type { CheckedMessage } from '../../inbound-messages/check-message';
import type { Patient } from '../../patients/contract';
import type { FiledReport } from '../file-unmatched-report';

/** Messages between the server and its threads. Must be structured-cloneable. */

export type Task =
  | { kind: 'check'; bytes: Uint8Array; connection: ReceivingConnection }
  | { kind: 'process'; orgId: string; messageId: string }
  | { kind: 'open'; ctx: Asking; input: GetUnmatchedReportInput }
  | { kind: 'create'; ctx: Asking; input: CreatePatientFromReportInput }
  | { kind: 'file'; ctx: Asking; input: MatchReportInput };

/** The requesting user's context without the session, which these operations do not use. */
export type Asking = Pick<Context, 'actor' | 'transport' | 'requestId' | 'ip'>;

export interface Outcome {
  check: {
    /** MSH-1 and the fields after it; null if the message does not start with MSH. */
    header: string[] | null;
    problem: Problem | null;
    facts: Omit<CheckedMessage['facts'], 'bytes' | 'sha256'> & { sha256: Uint8Array | null };
  };
  process: MessageState;
  open: UnmatchedReportDetail;
  create: Patient;
  file: FiledReport;
}

export interface Failure {
  name: string;
  message: string;
  stack: string;
  /** From the database or Node. */
  code: string | null;
  /** The contract's error; null: an internal error. */
  problem: { code: ErrorCode; message: string; extras: ErrorExtras } | null;
}

export type Answer<Kind extends Task['kind'] = Task['kind']> = (
  | { value: Outcome[Kind] }
  | { failure: Failure }
) & {
  /** Reports older than the filed version: counted in the thread, exposed by the server's metrics. */
  stale: number;
};

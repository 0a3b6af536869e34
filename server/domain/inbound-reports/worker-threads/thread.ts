import './thread-settings';
import { parentPort } from 'node:worker_threads';
import { asDomainError } from '../../../errors/from-thrown';
import { staleCount } from '../../inbound-messages/stale-figures';
import { systemContext } from '../../../shared/system-actor';
import { safeError } from '../../../safe-error';
import { processMessage } from '../filing/process-message';
import { checkMessage } from '../../inbound-messages/check-message';
import { makePatientFromReport } from '../create-patient-from-report';
import { fileUnmatchedReport } from '../file-unmatched-report';
import { openUnmatchedReport } from '../get-unmatched-report';
import type { Answer, Failure, Outcome, Task } from './tasks';

/** Worker thread that reads and processes large messages. */

const HEADER_FIELDS = 100;

const port = parentPort!;
port.on('message', (task: Task) => void answer(task));

async function answer(task: Task): Promise<void> {
  const before = staleCount();
  const reply = await perform(task).then(
    (value) => ({ value }),
    (error: unknown) => ({ failure: failureOf(error) }),
  );
  port.postMessage({ ...reply, stale: staleCount() - before } satisfies Answer);
}

function perform(task: Task): Promise<Outcome[Task['kind']]> {
  if (task.kind === 'process') return processMessage(systemContext(task.orgId, 'system'), task.messageId);
  if (task.kind === 'open') return openUnmatchedReport(task.ctx, task.input);
  if (task.kind === 'create') return makePatientFromReport(task.ctx, task.input);
  if (task.kind === 'file') return fileUnmatchedReport(task.ctx, task.input);
  return Promise.resolve(checkedMessage(task));
}

function checkedMessage({ bytes, connection }: Extract<Task, { kind: 'check' }>): Outcome['check'] {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { header, problem, facts } = checkMessage({ kind: 'whole', bytes: whole }, connection);
  const { bytes: _bytes, ...others } = facts;
  return {
    header: header && Array.from({ length: HEADER_FIELDS }, (_, index) => header.field(index + 1)),
    problem,
    facts: others,
  };
}

function failureOf(error: unknown): Failure {
  const { name, message, stack = '' } = error instanceof Error ? error : new Error('Not an error');
  const { code } = safeError(error);
  const own = asDomainError(error);
  const problem =
    own.code === 'internal_error' ? null : { code: own.code, message: own.message, extras: own.extras };
  return { name, message, stack, code: code ?? null, problem };
}

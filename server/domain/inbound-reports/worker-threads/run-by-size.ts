import { and, eq, sql, type SQL } from 'drizzle-orm';
import { inboundMessages, inboundReports } from '../../../db/schema/index';
import { withTenant } from '../../../db/transaction';
import type { Context } from '../../../shared/context';
import { readId } from '../../../shared/ids';
import type { CreatePatientFromReportInput, GetUnmatchedReportInput, MatchReportInput } from '../contract';
import type { MessageState } from '../../../data-types/inbound-message-codes';
import type { ReceivingConnection } from '../../../auth/receiving-connection';
import { processMessage } from '../filing/process-message';
import { checkMessage, type CheckedMessage, type Sent } from '../../inbound-messages/check-message';
import { TaskThread } from './task-thread';
import type { Asking, Outcome } from './tasks';

/**
 * Reads and processes small messages in this thread and large messages in worker threads, so that the server stays
 * responsive. Huge messages take minutes and have their own thread, so that they do not delay results of other
 * laboratories.
 */
const LARGE_BYTES = 64 * 1024;
const HUGE_BYTES = 2 * 1024 * 1024;

const CHECK_LIMIT_MS = 30_000;
/** A message that takes longer is retried, and parked after the last attempt. */
const PROCESS_LIMIT_MS = 15 * 60_000;

/** Shorter, because a user waits for it. */
const OPEN_LIMIT_MS = 2 * 60_000;

interface Threads {
  /** Null: run everything in this thread. */
  file: URL | null;
  byTask: {
    check: TaskThread<'check'>;
    large: TaskThread<'process'>;
    huge: TaskThread<'process'>;
    open: TaskThread<'open'>;
    create: TaskThread<'create'>;
    file: TaskThread<'file'>;
  };
}

/** Shared by both module graphs of the process, because pages open reports too. */
const slot = Symbol.for('clinical.intake.threads');
const holder = globalThis as unknown as { [slot]?: Threads };
const threads = (holder[slot] ??= makeThreads());

function makeThreads(): Threads {
  const file = () => threads.file!;
  return {
    file: null,
    byTask: {
      check: new TaskThread(file, CHECK_LIMIT_MS),
      large: new TaskThread(file, PROCESS_LIMIT_MS),
      huge: new TaskThread(file, PROCESS_LIMIT_MS),
      open: new TaskThread(file, OPEN_LIMIT_MS),
      create: new TaskThread(file, OPEN_LIMIT_MS),
      file: new TaskThread(file, PROCESS_LIMIT_MS),
    },
  };
}

/** @param bundled `thread.ts` with all its imports (scripts/lib/bundle.mjs) */
export function setThreadFile(bundled: URL | null): void {
  threads.file = bundled;
}

export const stopThreads = async (): Promise<void> =>
  void (await Promise.all(Object.values(threads.byTask).map((thread) => thread.stop())));

export async function checkBySize(sent: Sent, connection: ReceivingConnection): Promise<CheckedMessage> {
  if (!threads.file || sent.kind !== 'whole' || sent.bytes.length < LARGE_BYTES)
    return checkMessage(sent, connection);
  const { bytes } = sent;
  const copy = new Uint8Array(bytes);
  const { header, problem, facts } = await threads.byTask.check.run(
    { kind: 'check', bytes: copy, connection },
    [copy.buffer],
  );
  const { sha256, ...others } = facts;
  return {
    header: header && {
      separator: header[0]!,
      encoding: header[1]!,
      field: (number) => header[number - 1] ?? '',
    },
    problem,
    facts: { ...others, bytes, sha256: sha256 && Buffer.from(sha256) },
  };
}

/** @param messageId `uuid` */
export async function processBySize(ctx: Context, messageId: string): Promise<MessageState> {
  const size = await sizeOf(ctx, eq(inboundMessages.id, messageId));
  if (size < LARGE_BYTES) return processMessage(ctx, messageId);
  const thread = size < HUGE_BYTES ? threads.byTask.large : threads.byTask.huge;
  return thread.run({ kind: 'process', orgId: ctx.actor.orgId, messageId });
}

/** Opens an unmatched report. `work` does the same in this thread. */
export const openBySize = (
  ctx: Context,
  input: GetUnmatchedReportInput,
  work: () => Promise<Outcome['open']>,
): Promise<Outcome['open']> =>
  runBySize(ctx, input.id, work, (asking) => threads.byTask.open.run({ kind: 'open', ctx: asking, input }));

/** Creates the patient of an unmatched report. `work` does the same in this thread. */
export const createBySize = (
  ctx: Context,
  input: CreatePatientFromReportInput,
  work: () => Promise<Outcome['create']>,
): Promise<Outcome['create']> =>
  runBySize(ctx, input.id, work, (asking) =>
    threads.byTask.create.run({ kind: 'create', ctx: asking, input }),
  );

/** Files an unmatched report. `work` does the same in this thread. */
export const fileBySize = (
  ctx: Context,
  input: MatchReportInput,
  work: () => Promise<Outcome['file']>,
): Promise<Outcome['file']> =>
  runBySize(ctx, input.id, work, (asking) => threads.byTask.file.run({ kind: 'file', ctx: asking, input }));

async function runBySize<Output>(
  ctx: Context,
  reportId: string,
  work: () => Promise<Output>,
  inThread: (asking: Asking) => Promise<Output>,
): Promise<Output> {
  const id = readId('inbound_report', reportId);
  const size = id === null ? 0 : await sizeOf(ctx, ofReport(ctx, id));
  const { actor, transport, requestId, ip } = ctx;
  return size < LARGE_BYTES ? work() : inThread({ actor, transport, requestId, ip });
}

/** The message of a report (`uuid`). */
const ofReport = ({ actor: { orgId } }: Context, id: string): SQL =>
  sql`${inboundMessages.id} = (select message_id from ${inboundReports} where org_id = ${orgId} and id = ${id})`;

/** 0 if threads are off or the message does not exist. */
async function sizeOf({ actor: { orgId } }: Context, which: SQL): Promise<number> {
  if (!threads.file) return 0;
  const [row] = await withTenant(orgId, (tx) =>
    tx
      .select({ size: inboundMessages.size })
      .from(inboundMessages)
      .where(and(eq(inboundMessages.orgId, orgId), which)),
  );
  return row?.size ?? 0;
}

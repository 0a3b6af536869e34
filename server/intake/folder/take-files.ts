import { constants } from 'node:fs';
import { lstat, mkdir, open, readdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { asDomainError } from '../../errors/from-thrown';
import { showId } from '../../shared/ids';
import type { Listening } from '../../domain/lab-connections/listening';
import { logger } from '../../logger';
import { splitBatch } from '../../hl7v2/batch';
import { MAX_FRAME_BYTES } from '../../hl7v2/mllp-frames';
import type { Warning } from '../../data-types/inbound-message-codes';
import { receive } from '../receive/receive';
import { isTaken } from './ignored-files';

/**
 * Imports every file whose size and time have settled: splits it, receives each message, and moves it with a report to
 * `done`, or to `error` if any message was rejected. If something could not be stored, the file stays and is imported
 * again as a whole; messages already stored are recognized by their bytes.
 */

/** Size and modification time of each file at the last poll. A file that still changes is still being written. */
export type Seen = Map<string, string>;

/** Allows a day's batches. The whole file is held in memory. */
const MOST_BYTES = 64 * 1024 * 1024;

interface Line {
  /** Position in the file, from 1. */
  position: number;
  message_id: string;
  control_id: string | null;
  answer: string | null;
  /** Null: accepted. */
  problem: string | null;
}

/** @returns the state to compare with at the next poll */
export async function takeFiles(
  connection: Pick<Listening, 'orgId' | 'id'>,
  folder: string,
  before: Seen,
  signal: AbortSignal,
): Promise<Seen> {
  const now: Seen = new Map();
  const names = (await readdir(folder)).filter(isTaken).sort();
  for (const name of names) {
    const state = await stateOf(path.join(folder, name));
    if (state === null) continue;
    now.set(name, state);
    if (before.get(name) !== state || signal.aborted) continue;
    await takeFile(connection, folder, name);
    now.delete(name);
  }
  return now;
}

/** Null if it is not a regular file, such as a symbolic link. */
async function stateOf(file: string): Promise<string | null> {
  const found = await lstat(file).catch(() => null);
  return found?.isFile() ? `${found.size} ${found.mtimeMs} ${found.ino}` : null;
}

async function takeFile(
  connection: Pick<Listening, 'orgId' | 'id'>,
  folder: string,
  name: string,
): Promise<void> {
  const about = { connection: showId('lab_connection', connection.id) };
  const bytes = await readWhole(path.join(folder, name));
  if (bytes === null)
    return finish(folder, name, 'error', { problem: `The file is larger than ${MOST_BYTES} bytes.` });
  const { messages, warnings } = splitBatch(bytes);
  const lines: Line[] = [];
  try {
    for (const message of messages) lines.push(await receiveOne(connection, name, message, lines.length + 1));
  } catch (error) {
    // No report has been written for this file, so it can be imported again.
    logger.warn({ ...about, code: asDomainError(error).code }, 'intake: a file could not be stored yet');
    return;
  }
  const whole = messages.length > 0 && lines.every(({ problem }) => problem === null);
  await finish(folder, name, whole ? 'done' : 'error', reportOf(lines, warnings));
  logger.info({ ...about, messages: messages.length, taken: whole }, 'intake: file taken');
}

async function receiveOne(
  { orgId, id }: Pick<Listening, 'orgId' | 'id'>,
  fileName: string,
  message: Buffer,
  position: number,
): Promise<Line> {
  const source = { orgId, connectionId: id, remoteAddress: null, fileName: fileName.slice(0, 200) };
  const { problem, stored, answers, controlId } = await receive(
    source,
    message.length > MAX_FRAME_BYTES
      ? { kind: 'too_large', head: message.subarray(0, 64 * 1024), size: message.length }
      : { kind: 'whole', bytes: message },
  );
  return {
    position,
    message_id: showId('inbound_message', stored.id),
    control_id: controlId,
    answer: (answers.application ?? answers.accept)?.code ?? null,
    problem: problem?.text ?? null,
  };
}

function reportOf(lines: Line[], warnings: Warning[]): object {
  const problem = lines.length === 0 ? { problem: 'There is no message in the file.' } : {};
  return { ...problem, messages: lines, warnings: warnings.map(({ text }) => text) };
}

/** Null if too large. Does not follow symbolic links. */
async function readWhole(file: string): Promise<Buffer | null> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const { size } = await handle.stat();
    return size > MOST_BYTES ? null : await handle.readFile();
  } finally {
    await handle.close();
  }
}

/** Writes the report first, so that a file in `done` or `error` always has one. */
async function finish(folder: string, name: string, place: 'done' | 'error', report: object): Promise<void> {
  const target = path.join(folder, place);
  await mkdir(target, { recursive: true, mode: 0o700 });
  const time = new Date().toISOString();
  // Senders reuse file names every day.
  const kept = `${time.replace(/[:.]/g, '-')}-${name}`;
  const text = `${JSON.stringify({ file: name, at: time, ...report }, null, 2)}\n`;
  await writeFile(path.join(target, `${kept}.report.json`), text, { mode: 0o600 });
  await rename(path.join(folder, name), path.join(target, kept));
}

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startMllp, type Mllp } from '../../../server/intake/mllp/listeners';
import { CRAFTED_INTAKE } from '../../audits/hl7v2/crafted-intake';
import { testOrg } from '../../support/database';
import { hl7Files } from '../../support/hl7';
import { laboratory, messagesOf, oru, RawSender, type Laboratory } from '../../support/laboratory';
import { freePort } from '../../support/server';

/** D-16 over real TCP: one acknowledgment per message, in order, the bytes stored, and the listener continues. */

let mllp: Mllp;
let lab: Laboratory;
let sender: RawSender;
beforeAll(async () => {
  const live = await testOrg();
  const sandbox = await testOrg({ sandboxOf: live.slug });
  const port = await freePort();
  lab = await laboratory(sandbox.ctx, { transport: 'mllp', port });
  mllp = startMllp({ pollMs: 30 });
  sender = await vi.waitFor(() => RawSender.connect(port), { timeout: 5_000, interval: 20 });
});
afterAll(async () => {
  sender.end();
  await mllp.stop();
});

/** Sends all messages without waiting. @returns the code of each acknowledgment */
async function sendAll(messages: Buffer[]): Promise<string[]> {
  const before = sender.answers.length;
  for (const message of messages) sender.send(message);
  const all = await sender.until(before + messages.length);
  expect(sender.closed).toBe(false);
  return all.slice(before);
}

/** The bytes that a socket treats as one message: a frame ends at FS CR, and the bytes after it are ignored. */
const isWhole = (bytes: Buffer) => !bytes.includes(Buffer.from([0x1c, 0x0d]));

describe('messages of faulty senders', () => {
  it('are handled: sixty crafted ones', { timeout: 60_000 }, async () => {
    const before = (await messagesOf(lab)).length;
    const codes = await sendAll(CRAFTED_INTAKE.map(([, bytes]) => bytes));
    const reported = CRAFTED_INTAKE.map(([name], index) => `${name}: ${codes[index]}`);
    expect(reported).toEqual(CRAFTED_INTAKE.map(([name, , code]) => `${name}: ${code}`));
    expect(codes.length).toBeGreaterThanOrEqual(60);
    const rows = (await messagesOf(lab)).slice(before);
    expect(rows.length).toBe(codes.length);
    for (const [index, [name, bytes, code]] of CRAFTED_INTAKE.entries()) {
      const row = rows[index]!;
      expect([row.ack_code, row.taken], name).toEqual([code, code === 'AA']);
      if (row.state !== 'duplicate') expect(row.bytes!.equals(bytes), name).toBe(true);
    }
  });

  it('are handled: those of other projects', { timeout: 60_000 }, async () => {
    const files = hl7Files().filter(({ name }) => name.startsWith('malformed/'));
    expect(files.every(({ bytes }) => isWhole(bytes))).toBe(true);
    const [before, answered] = [(await messagesOf(lab)).length, sender.answers.length];
    // The last message is valid: its acknowledgment shows that all others were answered. Nine of them request none.
    const [good, silent] = [oru(), 9];
    const all = [...files.map(({ bytes }) => bytes), good];
    for (const bytes of all) sender.send(bytes);
    const codes = (await sender.until(answered + all.length - silent)).slice(answered);
    const rows = (await messagesOf(lab)).slice(before);
    expect(rows.map(({ ack_code }) => ack_code).filter((code) => code !== null)).toEqual(codes);
    // As in tests/unit/hl7v2/corpus.test.ts, which tests the parser alone: 14 accepted, 3 rejected.
    const taken = rows.slice(0, -1).filter((row) => row.taken).length;
    expect([taken, rows.length]).toEqual([14, all.length]);
    const kept = new Map(rows.map((row) => [row.id, row.bytes]));
    for (const [index, bytes] of all.entries()) {
      const row = rows[index]!;
      const stored = row.bytes ?? kept.get(row.duplicate_of!)!;
      expect(stored.equals(bytes), files[index]?.name ?? 'the last').toBe(true);
    }
  });
});

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { staleCount } from '../../../server/domain/inbound-messages/stale-figures';
import { findReceiving } from '../../../server/auth/receiving-connection';
import type { Context } from '../../../server/shared/context';
import { newRequestId, showId } from '../../../server/shared/ids';
import type { MatchReportInput } from '../../../server/domain/inbound-reports/contract';
import { checkMessage } from '../../../server/domain/inbound-messages/check-message';
import { startRunner, type Process } from '../../../server/intake/runner/runner';
import {
  checkBySize,
  processBySize,
  setThreadFile,
  stopThreads,
} from '../../../server/domain/inbound-reports/worker-threads/run-by-size';
import { createPatientFromReport } from '../../../server/domain/inbound-reports/create-patient-from-report';
import { getUnmatchedReport } from '../../../server/domain/inbound-reports/get-unmatched-report';
import { matchReport } from '../../../server/domain/inbound-reports/match-report';
import { asSuperuser, personContext } from '../../support/database';
import { er7 } from '../../support/hl7';
import { withIntakeThread } from '../../support/intake-thread';
import { laboratory, messagesOf, sendWhole, statesOf, type Laboratory } from '../../support/laboratory';
import { jane, msh, obr, obx, openLaboratory, org, person, pid, readResult } from './inbound-support';

/**
 * Large messages, which a thread reads and processes. `LARGE_LINES` tests other sizes and prints figures
 * (docs/testing.md).
 */

const SIZES = (process.env.LARGE_LINES ?? '3000').split(',').map(Number);
const isAudit = process.env.LARGE_LINES !== undefined;
const LIMIT_MS = isAudit ? 1_200_000 : 30_000;

let lab: Laboratory;
let clinician: Context;
beforeAll(async () => {
  await withIntakeThread();
  await openLaboratory();
  clinician = await personContext(org, 'clinician');
});
afterAll(async () => {
  await stopThreads();
  setThreadFile(null);
});
beforeEach(async () => {
  // The runner takes the due messages of every organization, including those of other tests.
  await asSuperuser("UPDATE inbound_messages SET state = 'processed' WHERE state = 'received'");
  lab = await laboratory(org.ctx);
});

const report = (filler: string, count: number): Buffer => {
  const lines = Array.from({ length: count }, (_, index) =>
    obx(String(index), { code: `T${index}^Test ${index}^L` }),
  );
  return Buffer.from([msh(), pid(), obr({ filler }), ...lines].map((line) => `${line}\r`).join(''));
};
const CRITICAL = 'OBX|1|NM|K^Potassium^L||6.9|mmol/L|3.5 - 5.1|HH|||F';

async function processAll(process: Process = processBySize): Promise<void> {
  const runner = startRunner({ process, pollMs: 20, backoffMs: [5, 5] });
  // Without the bytes, which would be read in this thread.
  const waiting = () =>
    asSuperuser("SELECT 1 FROM inbound_messages WHERE connection_id = $1 AND state = 'received'", [
      lab.source.connectionId,
    ]);
  await vi.waitFor(async () => expect(await waiting()).toEqual([]), { timeout: LIMIT_MS, interval: 50 });
  await runner.stop();
}

async function resultUnder(filler: string) {
  const [row] = await asSuperuser<{ result_id: string }>(
    `SELECT r.result_id FROM inbound_reports r JOIN inbound_messages m ON m.id = r.message_id
     WHERE m.connection_id = $1 AND r.key_number = $2`,
    [lab.source.connectionId, filler],
  );
  return readResult(showId('lab_result', row!.result_id));
}

/** Measures durations, each with its longest delay of the event loop. */
function watch(figures: Record<string, number>) {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  return {
    async timed<T>(what: string, work: () => Promise<T>): Promise<T> {
      delay.reset();
      const began = performance.now();
      const result = await work();
      figures[`${what} ms`] = Math.round(performance.now() - began);
      figures[`${what} longest delay ms`] = Math.round(delay.max / 1e6);
      figures[`${what} p99 delay ms`] = Math.round(delay.percentile(99) / 1e6);
      return result;
    },
    end() {
      delay.disable();
      if (isAudit) console.log(figures);
    },
  };
}

/** Terminates the threads repeatedly until `work` has settled. */
async function withoutThreads(work: Promise<unknown>): Promise<void> {
  let settled = false;
  work.catch(() => undefined).finally(() => (settled = true));
  while (!settled) {
    await stopThreads();
    await new Promise(setImmediate);
  }
}

const openReport = (id: string, page?: number) =>
  getUnmatchedReport({ ...clinician, requestId: newRequestId() }, { id, with: [], page });
const fileReport = (input: Omit<MatchReportInput, 'patient_id'>) =>
  matchReport({ ...clinician, requestId: newRequestId() }, { ...input, patient_id: jane.id });

const createPatient = (id: string) =>
  createPatientFromReport(
    { ...clinician, requestId: newRequestId() },
    { id, ...person({ name: { family: 'Roe', given: ['Jo'] } }) },
  );

/** Sends a report of an unknown patient. @returns the ID of the report */
async function sendUnmatchedReport(filler: string, count: number): Promise<string> {
  const text = report(filler, count).toString();
  await sendWhole(lab, Buffer.from(text.replace(pid(), pid({ mrn: 'NEW-1^^^CLINIC^MR', name: 'Roe^Jo' }))));
  await processAll();
  const [row] = await asSuperuser<{ id: string }>(
    "SELECT id FROM inbound_reports WHERE org_id = $1 AND key_number = $2 AND state IN ('unmatched', 'conflict')",
    [org.orgId, filler],
  );
  return showId('inbound_report', row!.id);
}

describe('large message', () => {
  it('gets the same result in a thread as without one, whatever its characters', async () => {
    const connection = (await findReceiving(org.orgId, lab.source.connectionId))!;
    const good = report('J', 2_000).toString();
    const utf16 = Buffer.concat([Buffer.from('fffe', 'hex'), Buffer.from(good, 'utf16le')]);
    const texts = [good, good.replace('PID', 'ZZZ'), good.replace('MSH', 'XXX')];
    for (const bytes of [...texts.map((text) => Buffer.from(text)), utf16]) {
      const [there, here] = [
        await checkBySize({ kind: 'whole', bytes }, connection),
        checkMessage({ kind: 'whole', bytes }, connection),
      ];
      expect({ ...there, header: null }).toEqual({ ...here, header: null });
      for (const field of [1, 3, 10, 12, 18, 99])
        expect(there.header?.field(field)).toBe(here.header?.field(field));
    }
  });

  it('that is older than the filed version counts in the metrics of the server', async () => {
    const before = staleCount();
    const newer = report('OLDER', 1_500).toString();
    await sendWhole(lab, Buffer.from(newer));
    await processAll();
    await sendWhole(
      lab,
      Buffer.from(
        newer
          .replace('20260105143000', '20260105142900')
          .replace('|90|', '|91|')
          .replace(/\|C\d+\|P\|/, '|OLD|P|'),
      ),
    );
    await processAll();
    expect(staleCount()).toBe(before + 1);
  });

  it('is processed again and filed once after its thread ends', async () => {
    await sendWhole(lab, report('ENDED', 1_500));
    let first = true;
    await processAll(async (ctx, id) => {
      const work = processBySize(ctx, id);
      if (first) await withoutThreads(work);
      first = false;
      return work;
    });
    expect((await messagesOf(lab))[0]).toMatchObject({ state: 'processed', tries: 2, failure: null });
    expect((await resultUnder('ENDED')).version).toBe(1);
  });

  it.each(SIZES)(
    'of %i lines is filed completely with the critical value at its end',
    { timeout: LIMIT_MS },
    async (count) => {
      const bytes = report('LONG', count);
      const figures: Record<string, number> = { lines: count, bytes: bytes.length };
      const { timed, end } = watch(figures);
      await timed('acknowledged', () => sendWhole(lab, bytes));
      await sendWhole(lab, er7(msh(), pid(), obr({ filler: 'K' }), CRITICAL));
      await timed('filed', () => processAll());
      figures['memory MB'] = Math.round(process.memoryUsage().rss / 1e6);
      expect(await statesOf(lab)).toEqual(['processed', 'processed']);
      expect((await resultUnder('K')).severity).toBe('critical');
      const result = await timed('read', () => resultUnder('LONG'));
      end();
      expect(result.panels[0]!.observations.map(({ value_text }) => Number(value_text))).toEqual(
        Array.from({ length: count }, (_, index) => index),
      );
    },
  );
});

describe('large unmatched report', () => {
  it('is opened, filed and made a patient in a thread, stays unmatched when the thread ends, and fails with the same errors', async () => {
    const id = await sendUnmatchedReport('HELD', 1_500);
    const input = { id, reason: 'Compared with the order.' };
    for (const start of [() => openReport(id), () => fileReport(input), () => createPatient(id)]) {
      const work: Promise<unknown> = start();
      await withoutThreads(work);
      await expect(work).rejects.toMatchObject({ code: 'thread_ended' });
    }
    expect((await openReport(id)).state).toBe('unmatched');
    await expect(fileReport({ id })).rejects.toMatchObject({
      name: 'DomainError',
      code: 'validation_failed',
      extras: { errors: [{ pointer: '/reason' }] },
    });
  });

  it.each(SIZES)(
    'of %i lines is shown in pages and filed completely, also as a separate report of its number',
    { timeout: LIMIT_MS },
    async (count) => {
      const figures: Record<string, number> = { lines: count };
      const { timed, end } = watch(figures);
      await sendWhole(lab, report('OTHER', count));
      await processAll();
      const id = await sendUnmatchedReport('OTHER', count);
      const shown = await timed('opened', () => openReport(id, 2));
      for (const { panels, lines_total } of [shown.sent, shown.filed_version!]) {
        expect(lines_total).toBe(count);
        expect(panels[0]!.lines.map(({ value_text }) => Number(value_text))).toEqual(
          Array.from({ length: 500 }, (_, index) => 500 + index),
        );
      }
      const input = { id, reason: 'Jo is short for Jane.', same_number: 'another_report' as const };
      const filed = await timed('filed by a person', () => fileReport(input));
      end();
      const lines = (await readResult(filed.result_id!)).panels[0]!.observations;
      expect(lines.map(({ value_text }) => Number(value_text))).toEqual(
        Array.from({ length: count }, (_, index) => index),
      );
    },
  );
});

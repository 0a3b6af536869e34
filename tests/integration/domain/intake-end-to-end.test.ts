import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startMllp, type Mllp } from '../../../server/intake/mllp/listeners';
import { processMessage } from '../../../server/domain/inbound-reports/filing/process-message';
import { startRunner, type Runner } from '../../../server/intake/runner/runner';
import { asSuperuser } from '../../support/database';
import { er7 } from '../../support/hl7';
import { RawSender } from '../../support/laboratory';
import { freePort } from '../../support/server';
import { lab, msh, obr, obx, openLaboratory, order, org, pid, readOrder } from './inbound-support';

/** From the socket of the laboratory to the chart: acknowledged, then processed, filed once. */

let mllp: Mllp;
let runner: Runner;
let sender: RawSender;
beforeAll(async () => {
  await asSuperuser("UPDATE inbound_messages SET state = 'processed' WHERE state = 'received'");
  const port = await freePort();
  await openLaboratory({ transport: 'mllp', port });
  mllp = startMllp({ pollMs: 30 });
  runner = startRunner({ process: processMessage });
  sender = await vi.waitFor(() => RawSender.connect(port), { timeout: 5_000, interval: 20 });
});
afterAll(async () => {
  sender.end();
  await mllp.stop();
  await runner.stop();
});

const states = async () =>
  (
    await asSuperuser<{ state: string }>(
      'SELECT state FROM inbound_messages WHERE org_id = $1 AND connection_id = $2 ORDER BY "position"',
      [org.orgId, lab.connectionId],
    )
  ).map(({ state }) => state);

const results = () =>
  asSuperuser('SELECT status, version FROM lab_results WHERE org_id = $1 ORDER BY id', [org.orgId]);

describe('acknowledged result', () => {
  it('is in the chart once, however often it is sent', async () => {
    const ordered = await order('GLU');
    const message = er7(msh({ id: 'WAY-1' }), pid(), obr({ placer: ordered.order_number }), obx('90'));
    for (let time = 1; time <= 3; time++) {
      sender.send(message);
      expect(await sender.until(time)).toEqual(Array(time).fill('AA'));
    }
    await vi.waitFor(async () => expect(await states()).toEqual(['processed', 'duplicate', 'duplicate']), {
      timeout: 5_000,
    });
    expect(await readOrder(ordered.id)).toMatchObject({ status: 'completed' });
    expect(await results()).toEqual([{ status: 'final', version: 1 }]);
  });

  it('and its correction are filed in the order sent', async () => {
    const ordered = await order('GLU');
    const placer = ordered.order_number;
    const at = (minute: number) => `2026010514${30 + minute}00+0100`;
    const before = (await states()).length;
    const sent = [
      er7(msh({ at: at(0) }), pid(), obr({ placer, status: 'P' }), obx('90', { status: 'P' })),
      er7(msh({ at: at(1) }), pid(), obr({ placer }), obx('91')),
      er7(msh({ at: at(2) }), pid(), obr({ placer, status: 'C' }), obx('92', { status: 'C' })),
    ];
    const answered = sender.answers.length;
    for (const message of sent) sender.send(message);
    await sender.until(answered + 3);
    await vi.waitFor(async () => expect((await states()).slice(before)).toEqual(Array(3).fill('processed')), {
      timeout: 5_000,
    });
    const rows = await asSuperuser(
      `SELECT r.status, r.version, o.value_text FROM lab_results r
       JOIN lab_observations o ON o.org_id = r.org_id AND o.result_id = r.id
       WHERE r.org_id = $1 ORDER BY r.id DESC LIMIT 1`,
      [org.orgId],
    );
    expect(rows).toEqual([{ status: 'corrected', version: 3, value_text: '92' }]);
  });

  it('that matches no patient is unmatched and in no chart', async () => {
    const before = await results();
    const answered = sender.answers.length;
    sender.send(
      er7(msh(), pid({ mrn: 'UNKNOWN^^^CLINIC^MR', name: 'No^Body', born: '19010101' }), obr(), obx('90')),
    );
    expect((await sender.until(answered + 1)).at(-1)).toBe('AA');
    await vi.waitFor(async () => expect((await states()).at(-1)).toMatch(/^(unmatched|conflict)$/), {
      timeout: 5_000,
    });
    expect(await results()).toEqual(before);
  });
});

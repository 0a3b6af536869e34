import { expect, it, vi } from 'vitest';
import { startMllp } from '../../../server/intake/mllp/listeners';
import { testOrg } from '../../support/database';
import { er7, OBR } from '../../support/hl7';
import { laboratory, mshWith, oru, RawSender, statesOf } from '../../support/laboratory';
import { freePort } from '../../support/server';

it('answers a batch in one frame with one frame of acknowledgments', async () => {
  const org = await testOrg();
  const port = await freePort();
  const lab = await laboratory(org.ctx, { transport: 'mllp', port });
  const mllp = startMllp({ pollMs: 30 });
  try {
    const sender = await vi.waitFor(() => RawSender.connect(port), { timeout: 5_000, interval: 20 });
    const bad = er7(mshWith({ 10: 'MB-2' }), OBR);
    const head = Buffer.from('BHS|^~\\&|LIS|LAB|CDS|CLINIC\r');
    sender.send(Buffer.concat([head, oru({ 10: 'MB-1' }), bad, Buffer.from('BTS|2\r')]));
    await sender.until(1);
    sender.end();
    expect(sender.answers[0]!.match(/(?:^|\r)(?:BHS|MSA\|\w\w\|MB-\d|BTS\|\d)/g)).toEqual([
      'BHS',
      '\rMSA|AA|MB-1',
      '\rMSA|AE|MB-2',
      '\rBTS|2',
    ]);
    expect(await statesOf(lab)).toEqual(['received', 'error']);
  } finally {
    await mllp.stop();
  }
});

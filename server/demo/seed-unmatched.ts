import type { Context } from '../shared/context';
import { simulatorConnection } from './simulator/send-simulated';
import { processMessage } from '../domain/inbound-reports/filing/process-message';
import { receive } from '../intake/receive/receive';

/**
 * An unmatched report: two digits of the birth date are swapped, and the number is from another facility. All data are
 * invented.
 */
const MESSAGE = [
  'MSH|^~\\&|SIMULATOR|SIMULATOR|||20261101093000+0000||ORU^R01^ORU_R01|DEMO-UNMATCHED-1|P|2.5.1||||||UNICODE UTF-8',
  'PID|1||X-20417^^^CDS^MR||Okafor^Adaeze||19580321|F|||^^Springfield',
  'NTE|1|simulator|Simulated result, not from a laboratory.',
  'OBR|1||SIM-UNMATCHED-1|CRP^C-reactive protein^L|||20261101080000+0000|||||||||||||||20261101093000+0000|||F',
  'OBX|1|NM|CRP^C-reactive protein^L||12.4|mg/L|0 - 5|H|||F',
];

/** Runs once: a repeated message is recognized by its bytes. */
export async function seedUnmatched(ctx: Context): Promise<void> {
  const connectionId = await simulatorConnection(ctx);
  const { stored } = await receive(
    { orgId: ctx.actor.orgId, connectionId, remoteAddress: null },
    { kind: 'whole', bytes: Buffer.from(MESSAGE.map((segment) => `${segment}\r`).join('')) },
  );
  if (stored.state === 'received') await processMessage(ctx, stored.id);
}

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { showId } from '../../../server/shared/ids';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { processMessage } from '../../../server/domain/inbound-reports/filing/process-message';
import { startRunner, type Runner } from '../../../server/intake/runner/runner';
import { asSuperuser } from '../../support/database';
import { er7 } from '../../support/hl7';
import { laboratory, sendWhole, statesOf, type Laboratory } from '../../support/laboratory';
import { msh, obr, obx, openLaboratory, org, person, pid, readResult } from './inbound-support';

/** Long reports are filed like short ones, and never delay the messages after them. */

let runner: Runner;
beforeAll(async () => {
  await openLaboratory();
  await createPatient(
    org.ctx,
    person({ mrn: 'HELD-A', name: { family: 'Twinley', given: ['Anna'] }, birth_date: '2000-01-02' }),
  );
});
beforeEach(async () => {
  // The runner takes the due messages of every organization, including those of other tests.
  await asSuperuser("UPDATE inbound_messages SET state = 'processed' WHERE state = 'received'");
  runner = startRunner({ process: processMessage, pollMs: 20 });
});
afterEach(() => runner.stop());

const filed = (lab: Laboratory, states: string[]) =>
  vi.waitFor(async () => expect(await statesOf(lab)).toEqual(states), { timeout: 15_000 });

async function resultsOf(lab: Laboratory) {
  const rows = await asSuperuser<{ result_id: string }>(
    `SELECT DISTINCT result_id FROM inbound_reports r JOIN inbound_messages m ON m.id = r.message_id
     WHERE m.connection_id = $1 ORDER BY result_id`,
    [lab.source.connectionId],
  );
  return Promise.all(rows.map(({ result_id }) => readResult(showId('lab_result', result_id))));
}

const lines = (count: number, changed = 0): string[] =>
  Array.from({ length: count }, (_, index) =>
    obx(String(index + (index < changed ? 0.5 : 0)), { code: `T${index}^Test ${index}^L` }),
  );

describe('long report', () => {
  it('of 2,260 lines is filed with the critical value at its end', async () => {
    const lab = await laboratory(org.ctx);
    for (const part of [1, 2])
      await sendWhole(
        lab,
        readFileSync(path.join('tests/fixtures/hl7v2-cases', `01_poison_2260_lines_${part}.hl7`)),
      );
    await filed(lab, ['processed', 'processed']);
    const results = await resultsOf(lab);
    expect(results.map(({ panels }) => panels[0]!.observations.length)).toEqual([2260, 1]);
    expect(results[1]!.severity).toBe('critical');
  });

  it(
    'of 3,000 lines keeps every line in place in a correction and in its earlier version',
    { timeout: 30_000 },
    async () => {
      const lab = await laboratory(org.ctx);
      const send = (sent: string[], at: string) =>
        sendWhole(lab, er7(msh({ at }), pid(), obr({ filler: 'LONG', reported: at }), ...sent));
      await send(lines(3_000), '20260105140000');
      await send(lines(3_000, 2_500), '20260105150000');
      await filed(lab, ['processed', 'processed']);
      const [result] = await resultsOf(lab);
      const values = (of: typeof result) => of!.panels[0]!.observations.map(({ value_text }) => value_text);
      expect(result).toMatchObject({ version: 2, status: 'corrected' });
      expect(values(result)).toEqual(lines(3_000, 2_500).map((line) => line.split('|')[5]));
      expect(values(await readResult(result!.id, 1))).toEqual(lines(3_000).map((line) => line.split('|')[5]));
    },
  );
});

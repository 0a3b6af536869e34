import { readFile, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Given } from '../../../server/cli/arguments';
import { erasuresList } from '../../../server/cli/erasures-list';
import { erasuresRepeat } from '../../../server/cli/erasures-repeat';
import { erasePatient } from '../../../server/domain/erasures/erase-patient';
import { getErasure } from '../../../server/domain/erasures/get-erasure';
import { readId } from '../../../server/shared/ids';
import { asSuperuser, personContext } from '../../support/database';
import { fresh, mergeClinic } from '../../support/patient-merges';
import { tablesWith } from '../../support/search-database';

const clinic = mergeClinic();
let count = 0;
/** A patient whose name and MRN occur nowhere else. */
const rare = () => {
  const at = `${process.pid}${++count}`;
  return clinic.patient({ mrn: `QZR${at}`, name: { family: `Quillback${at}`, given: ['Zoe'] } });
};

describe('an erasure', () => {
  it('is repeated after the restore of a backup from the list of certificates', async () => {
    const patient = await rare();
    const made = await erasePatient(fresh(await personContext(clinic.org, 'admin')), {
      id: patient.id,
      mrn: patient.mrn,
      ground: 'patient_request',
      reason: 'Requested by the patient.',
      reference: 'REQ 7/2026',
    });
    const file = path.join(os.tmpdir(), `erasures-${process.pid}.jsonl`);
    const given = (flags: Record<string, string>): Given => ({
      get: (flag) => flags[flag],
      need: (flag) => flags[flag]!,
      operand: '',
      json: false,
    });
    await expect(erasuresRepeat.run(given({ from: file }))).rejects.toThrow(
      '--from: the file cannot be read (ENOENT).',
    );
    await erasuresList.run(given({ org: clinic.org.slug, to: file }));
    expect(await readFile(file, 'utf8')).toContain(made.id);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await erasuresRepeat.run(given({ from: file }))).toMatchObject({ erased: 0 });
    // As after a restore: the patient exists, the certificate does not.
    const back = await rare();
    await asSuperuser('delete from erasures where org_id = $1 and id = $2', [
      clinic.org.orgId,
      readId('erasure', made.id),
    ]);
    await asSuperuser('delete from patient_tokens where org_id = $1 and patient_id = $2', [
      clinic.org.orgId,
      readId('patient', back.id),
    ]);
    await asSuperuser('delete from patient_identifiers where org_id = $1 and patient_id = $2', [
      clinic.org.orgId,
      readId('patient', back.id),
    ]);
    await asSuperuser('update patients set id = $3 where org_id = $1 and id = $2', [
      clinic.org.orgId,
      readId('patient', back.id),
      readId('patient', patient.id),
    ]);
    expect(await erasuresRepeat.run(given({ from: file }))).toMatchObject({ erased: 1 });
    expect(await tablesWith([back.mrn, back.name.family])).toEqual([]);
    expect(await getErasure(fresh(clinic.org.ctx), { id: made.id })).toMatchObject({
      id: made.id,
      erased_by: made.erased_by,
      reason: made.reason,
    });
  });
});

import { expect, it } from 'vitest';
import { getServiceStatus, readStatus } from '../../../server/domain/service-status/get-service-status';
import { createDocumentInput } from '../../../server/domain/documents/contract';
import { createDocument } from '../../../server/domain/documents/create-document';
import { readId } from '../../../server/shared/ids';
import { asSuperuser } from '../../support/database';
import { furnish } from '../../support/furnish';

/** What the page /status shows to everyone. */

const stateOf = async (part: string) =>
  (await readStatus(new Date())).parts.find((one) => one.part === part)?.state;

it('shows work that is more than five minutes late, and reads the database at most every ten seconds', async () => {
  const things = await furnish('status');
  const content = { data: Buffer.from('late').toString('base64'), file_name: 'late.txt' };
  const { id } = await createDocument(
    things.admin,
    createDocumentInput.parse({ patient_id: things.ids.patient, title: 'Late', content }),
  );
  const due = (minutes: number | null) =>
    asSuperuser("UPDATE documents SET scan_due_at = now() - $2 * interval '1 minute' WHERE id = $1", [
      readId('document', id),
      minutes,
    ]);
  await due(4);
  expect(await stateOf('document_scans')).toBe('operational');
  await due(6);
  expect(await stateOf('document_scans')).toBe('delayed');
  expect(await stateOf('database')).toBe('operational');
  const [one, other] = [getServiceStatus(), getServiceStatus()];
  expect(one).toBe(other);
  await due(null);
});

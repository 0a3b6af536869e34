import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { storageVerify } from '../../../server/cli/storage-verify';
import { createDocument } from '../../../server/domain/documents/create-document';
import { claimFile, releaseFile } from '../../../server/domain/documents/storage-claims';
import { showId } from '../../../server/shared/ids';
import { env } from '../../../server/env';
import { storageKey } from '../../../server/storage/storage';
import { input, rowsOf, setting } from '../../support/documents';
import { nightly } from '../../support/test-size';

/** `npm run admin -- storage verify`: each file against its row, and each file of the storage against the rows. */

const place = (key: string) => path.join(env.DATA_DIR, 'documents', key);
const verify = async (org: string, flags: Record<string, string> = {}) => {
  const get = (flag: string) => ({ org, ...flags })[flag];
  const given = { get, need: (flag: string) => get(flag)!, operand: '', json: true };
  const made = (await storageVerify.run(given)) as Awaited<ReturnType<typeof storageVerify.run>> & {
    findings: { kind: string; id: string | null; file: string }[];
    counts: object;
    checked: number;
    files: number;
  };
  return { made, exitCode: storageVerify.exitCode!(made), text: storageVerify.text!(made) };
};

it('reports missing, unreadable, altered and orphaned files by ID and changes nothing', nightly, async () => {
  const { org, patient, ctx } = await setting();
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) ids.push((await createDocument(ctx, input(patient.id, { title: `${n}` }))).id);
  const fine = await verify(org.slug);
  expect([fine.exitCode, fine.made]).toMatchObject([0, { checked: 5, files: 5, findings: [] }]);
  expect(fine.text).toContain('All files are present and unchanged.');

  const rows = await rowsOf(org);
  const keys = ids.map((id) => rows.find((row) => showId('document', row.id) === id)!.storage_key);
  const [, missing, unreadable, longer, flipped] = keys as [string, string, string, string, string];
  await rm(place(missing));
  // A folder in place of a file, because root can read every file.
  await rm(place(unreadable));
  await mkdir(place(unreadable));
  await writeFile(place(longer), 'more than was filed, and other bytes');
  const bytes = await readFile(place(flipped));
  bytes[0]! ^= 1;
  await writeFile(place(flipped), bytes);
  const orphan = storageKey(org.orgId, '01900000-0000-7000-8000-0000000000ab');
  await mkdir(path.dirname(place(orphan)), { recursive: true });
  await writeFile(place(orphan), 'no row has it');
  // An upload in progress has a claim.
  const claim = { orgId: org.orgId, fileId: '01900000-0000-7000-8000-0000000000cd' };
  const under = storageKey(claim.orgId, claim.fileId);
  await mkdir(path.dirname(place(under)), { recursive: true });
  await claimFile(claim);
  await writeFile(place(under), 'its row comes later');

  const { made, exitCode, text } = await verify(org.slug);
  const of = (kind: string, id: string | null, file: string) => ({
    kind,
    id,
    file,
    org: showId('organization', org.orgId),
    isRepaired: false,
  });
  expect(exitCode).toBe(1);
  expect(made.findings).toEqual([
    of('missing', ids[1]!, missing),
    of('unreadable', ids[2]!, unreadable),
    of('altered', ids[3]!, longer),
    of('altered', ids[4]!, flipped),
    of('orphaned', null, orphan),
  ]);
  expect(text).toContain(`FOUND missing  ${showId('organization', org.orgId)}  ${ids[1]}  ${missing}\n`);
  expect(text).toContain('Files are missing or wrong: 1 missing, 1 unreadable, 2 altered, 1 orphaned.');
  await releaseFile(claim);
  expect((await verify(org.slug)).made.counts).toMatchObject({ orphaned: 2 });
  const all = await verify('all');
  expect(all.made.findings).toEqual(expect.arrayContaining(made.findings));
  expect(all.made.checked).toBeGreaterThanOrEqual(5);
});

it('reports a missing file when the folder of the whole organization is missing', async () => {
  const { org, patient, ctx } = await setting();
  const { id } = await createDocument(ctx, input(patient.id));
  await rm(place(org.orgId), { recursive: true });
  expect((await verify(org.slug)).made.findings).toMatchObject([{ kind: 'missing', id }]);
});

it('calls no file wrong when there are only files without a document', async () => {
  const { org, patient, ctx } = await setting();
  await createDocument(ctx, input(patient.id));
  const orphan = place(storageKey(org.orgId, '01900000-0000-7000-8000-0000000000ef'));
  await mkdir(path.dirname(orphan), { recursive: true });
  await writeFile(orphan, 'stored after the restored backup');
  const { exitCode, text } = await verify(org.slug);
  expect(exitCode).toBe(1);
  expect(text).toContain('All documents have their files. Files without a document: 1.');
});

it('repairs from a copy what the copy has unchanged, and removes files without a row when told to', async () => {
  const { org, patient, ctx } = await setting();
  for (let n = 0; n < 3; n++) await createDocument(ctx, input(patient.id));
  const [missing, altered, lost] = (await rowsOf(org)).map((row) => row.storage_key) as [
    string,
    string,
    string,
  ];
  const copy = await mkdtemp(path.join(os.tmpdir(), 'copy-'));
  try {
    await cp(place(org.orgId), path.join(copy, org.orgId), { recursive: true });
    await writeFile(path.join(copy, lost), 'altered as well');
    for (const key of [missing, lost]) await rm(place(key));
    await writeFile(place(altered), 'other bytes');
    const orphan = place(storageKey(org.orgId, '01900000-0000-7000-8000-0000000000ad'));
    await mkdir(path.dirname(orphan), { recursive: true });
    await writeFile(orphan, 'no row has it');

    const { made, exitCode, text } = await verify(org.slug, { 'repair-from': copy, orphans: 'remove' });
    expect([exitCode, made]).toMatchObject([
      1,
      { repaired: 3, counts: { missing: 1, altered: 0, orphaned: 0 } },
    ]);
    expect(text).toContain(`REPAIRED missing  ${showId('organization', org.orgId)}`);
    expect((await verify(org.slug)).made.findings).toMatchObject([{ kind: 'missing', file: lost }]);
  } finally {
    await rm(copy, { recursive: true });
  }
});

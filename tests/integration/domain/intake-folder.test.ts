import { mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { closePool } from '../../../server/db/client';
import { newRequestId, readId } from '../../../server/shared/ids';
import { createLabConnection } from '../../../server/domain/lab-connections/create-lab-connection';
import { getLabConnection } from '../../../server/domain/lab-connections/get-lab-connection';
import { env } from '../../../server/env';
import { startFolders } from '../../../server/intake/folder/folders';
import { takeFiles, type Seen } from '../../../server/intake/folder/take-files';
import { personContext, testOrg, type TestOrg } from '../../support/database';
import { laboratory, messagesOf, oru, statesOf, type Laboratory } from '../../support/laboratory';
import { freePort } from '../../support/server';

/** Files of a laboratory: imported when they no longer change, moved with a report, and never in part. */

let home: string;
let org: TestOrg;
beforeAll(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'clinical-folder-'));
  org = await testOrg();
});
afterAll(() => rm(home, { recursive: true, force: true }));

const never = new AbortController().signal;
interface Place extends Laboratory {
  folder: string;
  look(before?: Seen): Promise<Seen>;
}

async function place(): Promise<Place> {
  const lab = await laboratory(org.ctx, { transport: 'folder' });
  const folder = path.join(home, lab.id);
  await mkdir(folder);
  const which = { orgId: org.orgId, id: lab.source.connectionId };
  return { ...lab, folder, look: (before = new Map()) => takeFiles(which, folder, before, never) };
}
const put = ({ folder }: Place, name: string, ...parts: (Buffer | string)[]) =>
  writeFile(path.join(folder, name), Buffer.concat(parts.map((part) => Buffer.from(part))));
const filesIn = async (...parts: string[]) => (await readdir(path.join(...parts)).catch(() => [])).sort();

interface Report {
  file: string;
  problem?: string;
  messages: { answer: string; problem: string | null; control_id: string | null }[];
  warnings: string[];
}
const reportsIn = async ({ folder }: Place, where: 'done' | 'error'): Promise<Report[]> => {
  const names = (await filesIn(folder, where)).filter((name) => name.endsWith('.report.json'));
  return Promise.all(
    names.map(async (name) => JSON.parse(await readFile(path.join(folder, where, name), 'utf8')) as Report),
  );
};

it('intake folder takes .oru files and counts others, once stable, on the connection without their names', async () => {
  const admin = await personContext(org, 'admin');
  const { id } = await createLabConnection(admin, { name: 'Watched', transport: 'folder' });
  const folder = path.join(env.DATA_DIR, 'intake', id);
  const folders = startFolders({ pollMs: 20 });
  const shown = () => getLabConnection({ ...admin, requestId: newRequestId() }, { id });
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'a.ORU'), oru());
    for (const name of ['Doe.Jane1945.txt', 'b.txt', 'noending', '.hidden', 'young.tmp'])
      await writeFile(path.join(folder, name), oru());
    const earlier = new Date(Date.now() - 61_000);
    for (const name of ['Doe.Jane1945.txt', 'b.txt', 'noending', '.hidden'])
      await utimes(path.join(folder, name), earlier, earlier);
    await expect.poll(shown).toMatchObject({
      ignored_files: { count: 3, endings: ['.txt', 'no extension'] },
      last_problem: 'files_ignored',
    });
    await expect.poll(() => filesIn(folder, 'done')).toHaveLength(2);
    for (const name of ['Doe.Jane1945.txt', 'b.txt', 'noending']) await rm(path.join(folder, name));
    await expect.poll(shown).toMatchObject({ ignored_files: null, last_problem: null });
  } finally {
    await folders.stop();
  }
});

describe('intake file', () => {
  it('with a batch is split and moved to done with a report on each message', async () => {
    const at = await place();
    const batch = ['FHS|^~\\&|LAB\rBHS|^~\\&|LAB\r', oru({ 10: 'B1' }), oru({ 10: 'B2' }), 'BTS|2\rFTS|1\r'];
    await put(at, 'day.HL7', ...batch);
    await at.look(await at.look());
    expect(await statesOf(at)).toEqual(['received', 'received']);
    expect((await messagesOf(at)).map((row) => [row.control_id, row.file_name])).toEqual([
      ['B1', 'day.HL7'],
      ['B2', 'day.HL7'],
    ]);
    expect(await filesIn(at.folder)).toEqual(['done']);
    const [kept] = await filesIn(at.folder, 'done');
    expect(await readFile(path.join(at.folder, 'done', kept!))).toEqual(
      Buffer.concat(batch.map((part) => Buffer.from(part))),
    );
    const [report] = await reportsIn(at, 'done');
    expect(report).toMatchObject({
      file: 'day.HL7',
      warnings: [],
      messages: [
        { control_id: 'B1', answer: 'AA', problem: null },
        { control_id: 'B2', answer: 'AA', problem: null },
      ],
    });
  });

  it('moves to error when part of it was rejected; accepted messages stay accepted', async () => {
    const at = await place();
    await put(at, 'a.hl7', oru({ 10: 'OK' }), oru({ 10: 'BAD', 9: 'ADT^A01' }));
    await put(at, 'b.hl7', 'nothing of the kind');
    await at.look(await at.look());
    expect(await statesOf(at)).toEqual(['received', 'rejected']);
    expect(await filesIn(at.folder)).toEqual(['error']);
    const [mixed, empty] = (await reportsIn(at, 'error')).sort((one, other) =>
      one.file < other.file ? -1 : 1,
    );
    expect(mixed!.messages.map(({ answer }) => answer)).toEqual(['AA', 'AR']);
    expect(mixed!.messages[1]!.problem).toContain('Only results (ORU');
    expect([empty!.messages, empty!.problem]).toEqual([[], 'There is no message in the file.']);
  });

  it('is skipped while it is being written', async () => {
    const at = await place();
    const whole = Buffer.concat([oru(), oru()]);
    await put(at, 'slow.hl7', whole.subarray(0, 100));
    const first = await at.look();
    await put(at, 'slow.hl7', whole);
    const second = await at.look(first);
    expect(await statesOf(at)).toEqual([]);
    await at.look(second);
    expect(await statesOf(at)).toEqual(['received', 'received']);
  });

  it('is skipped when it is a link, a folder or has another extension', async () => {
    const at = await place();
    const secret = path.join(home, `secret-${at.id}.hl7`);
    await writeFile(secret, oru());
    await symlink(secret, path.join(at.folder, 'link.hl7'));
    await mkdir(path.join(at.folder, 'folder.hl7'));
    await put(at, 'upload.part', oru());
    await put(at, '.hidden.hl7', oru());
    await at.look(await at.look());
    expect(await statesOf(at)).toEqual([]);
    expect(await filesIn(at.folder)).toEqual(['.hidden.hl7', 'folder.hl7', 'link.hl7', 'upload.part']);
  });

  it('stays while the database is down and is taken once afterwards', async () => {
    const at = await place();
    await put(at, 'later.hl7', oru(), oru());
    const seen = await at.look();
    const address = env.DATABASE_URL!;
    const nowhere = `postgres://unknown@127.0.0.1:${await freePort()}/none`;
    try {
      // Before the pool is closed: background work may open another at once.
      env.DATABASE_URL = nowhere;
      await closePool();
      await at.look(seen);
      expect(await filesIn(at.folder)).toEqual(['later.hl7']);
    } finally {
      env.DATABASE_URL = address;
      await closePool();
    }
    await at.look(await at.look());
    expect(await statesOf(at)).toEqual(['received', 'received']);
    expect(await filesIn(at.folder)).toEqual(['done']);
  });

  it('is recognized when it is delivered twice', async () => {
    const at = await place();
    const bytes = oru();
    for (const name of ['one.hl7', 'two.hl7']) {
      await put(at, name, bytes);
      await at.look(await at.look());
    }
    expect(await statesOf(at)).toEqual(['received', 'duplicate']);
    expect((await filesIn(at.folder, 'done')).length).toBe(4);
  });
});

describe('intake folder', () => {
  it('is below DATA_DIR and polled automatically', async () => {
    const before = env.DATA_DIR;
    env.DATA_DIR = home;
    const lab = await laboratory(org.ctx, { transport: 'folder' });
    const folders = startFolders({ pollMs: 20 });
    try {
      const folder = path.join(home, 'intake', lab.id);
      await vi.waitFor(async () => expect(await filesIn(home, 'intake')).toContain(lab.id), {
        timeout: 5_000,
      });
      await writeFile(path.join(folder, 'x.hl7'), oru());
      await vi.waitFor(async () => expect(await statesOf(lab)).toEqual(['received']), { timeout: 5_000 });
    } finally {
      await folders.stop();
      env.DATA_DIR = before;
    }
  });

  it('is configured by the operator only', async () => {
    const input = { name: 'Folder', transport: 'folder' as const };
    const made = await createLabConnection(org.ctx, input, path.join(home, 'elsewhere'));
    expect(readId('lab_connection', made.id)).not.toBeNull();
    const admin = await personContext(org, 'admin');
    await expect(createLabConnection(admin, input, '/etc')).rejects.toMatchObject({ code: 'forbidden' });
  });
});

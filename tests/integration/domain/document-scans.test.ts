import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { deflateRawSync } from 'node:zlib';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../../../server/shared/context';
import type { Document } from '../../../server/domain/documents/contract';
import { createDocument } from '../../../server/domain/documents/create-document';
import { downloadDocument } from '../../../server/domain/documents/download-document';
import { getDocument } from '../../../server/domain/documents/get-document';
import { openUpload } from '../../../server/domain/documents/open-upload';
import { openInboundFile } from '../../../server/domain/inbound-documents/open-inbound-file';
import { retryAfter, scanNext } from '../../../server/domain/documents/scan-document';
import { scanCounts } from '../../../server/domain/documents/scan-figures';
import { countWaitingScans } from '../../../server/domain/documents/scan-queue';
import { storeUpload } from '../../../server/domain/documents/store-upload';
import { startDocumentWorker } from '../../../server/domain/documents/document-worker';
import { readId } from '../../../server/shared/ids';
import { env } from '../../../server/env';
import { asSuperuser, personContext } from '../../support/database';
import { storage } from '../../../server/storage/index';
import { CLASSES } from '../../../server/retention/classes';
import { markDocumentInError } from '../../../server/domain/documents/mark-document-in-error';
import { documentFeed, ed } from '../../support/document-feed';
import { fresh } from '../../support/patient-feed';
import { input, setting } from '../../support/documents';
import { few, nightly } from '../../support/test-size';

/** D-11: nothing is readable before a scanner has found it clean. The scanner is a script of this test. */

// The EICAR test file, in two halves, so that no scanner reports this file.
const EICAR = String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$` + 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*';

let folder: string;
let scanner: string;
let org: Awaited<ReturnType<typeof setting>>['org'];
let patientId: string;
let ctx: Context;
const never = new AbortController().signal;

/** Searches the file and what zip archives in it hold, to any depth; 0 clean, 1 found, 2 not readable. */
const SCANNER = `
const { readFileSync, appendFileSync } = require('node:fs');
const { inflateRawSync } = require('node:zlib');
const holds = (bytes) => {
  if (bytes.includes('EICAR-STANDARD-ANTIVIRUS')) return true;
  for (let at = bytes.indexOf('PK\\x03\\x04'); at !== -1; at = bytes.indexOf('PK\\x03\\x04', at + 4)) {
    const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
    const packed = bytes.subarray(start, start + bytes.readUInt32LE(at + 18));
    if (bytes.readUInt16LE(at + 8) === 8 && holds(inflateRawSync(packed))) return true;
  }
  return false;
};
const file = process.argv.at(-1);
appendFileSync(__dirname + '/calls', JSON.stringify([process.argv.slice(2), Object.keys(process.env)]) + '\\n');
process.stdout.write('x'.repeat(1000000));
process.exit(holds(readFileSync(file)) ? 1 : 0);
`;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'scanner-'));
  await writeFile(path.join(folder, 'scanner.cjs'), SCANNER);
  scanner = `${process.execPath} ${path.join(folder, 'scanner.cjs')} --flag`;
  return () => rm(folder, { recursive: true });
});
beforeEach(async () => {
  ({
    org,
    ctx,
    patient: { id: patientId },
  } = await setting());
  env.MALWARE_COMMAND = scanner;
  await rm(path.join(folder, 'calls'), { force: true });
});
afterEach(async () => {
  delete env.MALWARE_COMMAND;
  await asSuperuser('UPDATE documents SET scan_due_at = NULL WHERE org_id = $1', [org.orgId]);
  const reported = await asSuperuser<{ row: number; sequences: number[] }>(
    `SELECT d.sequence AS row, array_agg(e.sequence ORDER BY e.sequence) AS sequences
      FROM documents d JOIN events e ON e.org_id = d.org_id AND e.object_id = d.id WHERE d.org_id = $1 GROUP BY d.id, d.sequence`,
    [org.orgId],
  );
  for (const { row, sequences } of reported)
    expect(sequences, 'events of a document').toEqual([...Array(row).keys()].map((index) => index + 1));
});

/** One entry, deflated. */
function zip(name: string, content: Buffer): Buffer {
  const packed = deflateRawSync(content);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(20, 4);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(content.length, 22);
  local.writeUInt16LE(name.length, 26);
  return Buffer.concat([local, Buffer.from(name), packed]);
}

const pdfAround = (bytes: Buffer | string) => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.from(bytes)]);
const file = (bytes: Buffer | string): Promise<Document> =>
  createDocument(
    ctx,
    input(patientId, { content: { data: Buffer.from(bytes).toString('base64'), file_name: 'a.pdf' } }),
  );
const isReadable = async (id: string) => {
  const { content_url } = await getDocument(ctx, { id });
  const opened = await downloadDocument(ctx, { id }).catch((error: unknown) => error);
  if (!(opened instanceof Error)) await (opened as { file: { close(): Promise<void> } }).file.close();
  else expect(opened).toMatchObject({ code: 'invalid_state' });
  expect(content_url !== null).toBe(!(opened instanceof Error));
  return content_url !== null;
};
const state = async (id: string) => {
  const { status, scan_status } = await getDocument(ctx, { id });
  return [status, scan_status];
};
const eventsOf = async (id: string) =>
  (
    await asSuperuser<{ type: string; sequence: number }>(
      'SELECT type, sequence FROM events WHERE object_id = $1 ORDER BY sequence',
      [readId('document', id)],
    )
  ).map(({ type, sequence }) => `${sequence} ${type}`);
const auditOf = async (id: string) =>
  (
    await asSuperuser<{ action: string; detail: unknown }>(
      "SELECT action, detail FROM audit_events WHERE object_id = $1 AND action = 'scan_document' ORDER BY id",
      [readId('document', id)],
    )
  ).map(({ detail }) => detail);
const scanAll = async (now?: Date) => {
  while (await scanNext(never, now));
};

describe('an unfiled upload', () => {
  const opened = async (content: string) => {
    const user = await personContext(org, 'clinician');
    const staged = await storage().stage(Readable.from([Buffer.from(content)]), { maxBytes: 1_000 });
    const facts = { patientId, fileName: 'note.txt', declaredType: null, sha256: null };
    const { id } = await storeUpload(user, staged, facts);
    const open = async () => {
      const { file } = await openUpload(user, { id });
      return Buffer.concat(await file.stream().toArray()).toString();
    };
    return open().catch((error: { code: string }) => error.code);
  };

  it('is opened by its user only after a scan finds it clean', async () => {
    expect(await opened('A note.')).toBe('A note.');
    expect(await opened(EICAR)).toBe('invalid_state');
    env.MALWARE_COMMAND = path.join(folder, 'none');
    expect(await opened('Another note.')).toBe('unavailable');
  });
});

describe('a file of an unmatched document', () => {
  const own = documentFeed();
  const opened = async (content: string) => {
    const { inboundId: id } = await own.mdm({ obx: [ed(Buffer.from(content), 'text^plain')] });
    const open = async () => {
      const { file } = await openInboundFile(fresh(own.clinician), { id, part: 0 });
      return Buffer.concat(await file.stream().toArray()).toString();
    };
    return open().catch((error: { code: string }) => error.code);
  };

  it('is opened only after a scan finds it clean', async () => {
    expect(await opened('A note.')).toBe('A note.');
    expect(await opened(EICAR)).toBe('invalid_state');
    env.MALWARE_COMMAND = path.join(folder, 'none');
    expect(await opened('Another note.')).toBe('unavailable');
  });
});

describe('a file with malware', () => {
  const sweepAfter = async (days: number) => {
    const { remove } = CLASSES.find(({ name }) => name === 'quarantined_files')!;
    await remove(new Date(Date.now() + days * 86_400_000));
  };
  const keyOf = async (id: string) =>
    (
      await asSuperuser<{ key: string | null }>('SELECT storage_key AS key FROM documents WHERE id = $1', [
        readId('document', id),
      ])
    )[0]!.key;
  const isStored = (key: string) =>
    storage()
      .size(key)
      .then(
        () => true,
        () => false,
      );

  it('is removed after thirty days; the document stays and says so', nightly, async () => {
    const [bad, good] = [await file(EICAR), await file(pdfAround('hello'))];
    await scanAll();
    const [key, other] = [(await keyOf(bad.id))!, (await keyOf(good.id))!];
    await sweepAfter(29);
    expect([await keyOf(bad.id), await isStored(key)]).toEqual([key, true]);
    await sweepAfter(31);
    expect([await keyOf(bad.id), await isStored(key)]).toEqual([null, false]);
    expect([await keyOf(good.id), await isStored(other)]).toEqual([other, true]);
    expect(await getDocument(ctx, { id: bad.id })).toMatchObject({
      status: 'quarantined',
      scan_status: 'infected',
      version: 3,
      file_removed_at: expect.any(String) as string,
    });
    await expect(downloadDocument(ctx, { id: bad.id })).rejects.toMatchObject({
      code: 'invalid_state',
      message: 'The file contained malware and was removed.',
    });
    expect(await eventsOf(bad.id)).toEqual([
      '1 document.created',
      '2 document.quarantined',
      '3 document.updated',
    ]);
    await sweepAfter(31);
    expect((await getDocument(ctx, { id: bad.id })).version).toBe(3);
  });

  it('is removed from each document that has it, also entered in error, but not while one is readable', async () => {
    const [bad, wrong] = [await file(EICAR), await file(pdfAround(`x${EICAR}`))];
    await scanAll();
    const key = (await keyOf(bad.id))!;
    const clinician = await personContext(org, 'clinician');
    await markDocumentInError(clinician, { id: wrong.id, reason: 'Malware.' });
    const copy = await file(pdfAround('hello'));
    await scanAll();
    const set = (status: string, scan: string) =>
      asSuperuser('UPDATE documents SET storage_key = $2, status = $3, scan_status = $4 WHERE id = $1', [
        readId('document', copy.id),
        key,
        status,
        scan,
      ]);
    await set('available', 'clean');
    await sweepAfter(31);
    expect([await keyOf(bad.id), await isStored(key)]).toEqual([key, true]);
    expect(await keyOf(wrong.id)).toBeNull();
    await set('entered_in_error', 'pending');
    await sweepAfter(31);
    expect([await keyOf(bad.id), await keyOf(copy.id), await isStored(key)]).toEqual([null, null, false]);
  });
});

describe('malware scanner with a result', () => {
  const nested = () => zip('inner.zip', zip('eicar.com', Buffer.from(EICAR)));
  it.each<[string, () => Buffer | string, 'clean' | 'infected']>([
    ['a letter', () => pdfAround('hello'), 'clean'],
    ['EICAR', () => EICAR, 'infected'],
    ['EICAR in a zip', () => pdfAround(zip('eicar.com', Buffer.from(EICAR))), 'infected'],
    ['EICAR in a zip in a zip', () => pdfAround(nested()), 'infected'],
    ['EICAR across two pieces', () => pdfAround('x'.repeat(65_536 - 20) + EICAR), 'infected'],
  ])('%s', async (_name, bytes, verdict) => {
    const before = scanCounts()[verdict];
    const made = await file(bytes());
    expect(made).toMatchObject({ status: 'processing', scan_status: 'pending', content_url: null });
    expect(await eventsOf(made.id)).toEqual(['1 document.created']);
    expect(await isReadable(made.id)).toBe(false);
    await scanAll();
    const clean = verdict === 'clean';
    expect(await state(made.id)).toEqual([clean ? 'available' : 'quarantined', verdict]);
    expect(await isReadable(made.id)).toBe(clean);
    expect(await eventsOf(made.id)).toEqual([
      '1 document.created',
      clean ? '2 document.available' : '2 document.quarantined',
    ]);
    expect(await auditOf(made.id)).toEqual([{ scan_status: verdict }]);
    expect(scanCounts()[verdict]).toBe(before + 1);
    expect(await scanNext(never)).toBe(false);
  });

  it('gets the file as last argument, without a shell and without secrets of the service', async () => {
    env.MALWARE_COMMAND = `${scanner} ;touch ${folder}/shell $(id)`;
    await file('hello');
    await scanAll();
    const [args, names] = JSON.parse(await readFile(path.join(folder, 'calls'), 'utf8')) as [
      string[],
      string[],
    ];
    const [row] = await asSuperuser<{ storage_key: string }>('SELECT * FROM documents WHERE org_id = $1', [
      org.orgId,
    ]);
    const stored = path.join(env.DATA_DIR, 'documents', row!.storage_key);
    expect(args).toEqual(['--flag', ';touch', `${folder}/shell`, '$(id)', stored]);
    expect(names.filter((name) => /KEY|DATABASE|SECRET|TOKEN/.test(name))).toEqual([]);
    await expect(readFile(`${folder}/shell`)).rejects.toThrow();
  });

  it(
    'scans each document once with concurrent workers, and is called by the worker automatically',
    nightly,
    async () => {
      const made: Document[] = [];
      for (let n = 0; n < 6; n++) made.push(await file(`letter ${n}`));
      const stops = [startDocumentWorker(), startDocumentWorker()];
      await expect
        .poll(async () => (await Promise.all(made.map(({ id }) => state(id)))).flat().sort(), {
          timeout: 15_000,
        })
        .toEqual([...Array<string>(6).fill('available'), ...Array<string>(6).fill('clean')]);
      await Promise.all(stops.map((stop) => stop()));
      expect((await readFile(path.join(folder, 'calls'), 'utf8')).trim().split('\n')).toHaveLength(6);
    },
  );
});

describe('malware scanner without a result', () => {
  const script = async (name: string, text: string) => {
    const full = path.join(folder, name);
    await writeFile(full, `#!/bin/sh\n${text}\n`);
    await chmod(full, 0o755);
    return full;
  };
  const scanners: [string, () => Promise<string> | string][] = [
    ['absent', () => '/nowhere/clamdscan'],
    ['not executable', () => folder],
    ['ends with 2', () => script('two', 'exit 2')],
    ['ends with 127', () => script('lost', 'exit 127')],
    ['is killed', () => script('killed', 'kill -9 $$')],
  ];
  it.each(few(scanners, 3))(
    '%s: the upload is accepted, never readable, and retried',
    async (_name, command) => {
      env.MALWARE_COMMAND = await command();
      const errors = scanCounts().error;
      const made = await file('hello');
      const began = new Date();
      await scanAll(began);
      expect(await state(made.id)).toEqual(['processing', 'error']);
      expect(await isReadable(made.id)).toBe(false);
      expect(await eventsOf(made.id)).toEqual(['1 document.created', '2 document.updated']);
      expect(scanCounts().error).toBe(errors + 1);
      expect(await countWaitingScans()).toContainEqual({ status: 'error', count: 1 });
      // Retried after its delay and not before; only the first failure sends an event.
      await scanAll(new Date(began.getTime() + 4_999));
      expect(scanCounts().error).toBe(errors + 1);
      await scanAll(new Date(began.getTime() + 5_000));
      expect(scanCounts().error).toBe(errors + 2);
      expect(await isReadable(made.id)).toBe(false);
      expect(await eventsOf(made.id)).toHaveLength(2);
      env.MALWARE_COMMAND = scanner;
      await scanAll(new Date(began.getTime() + 15_000));
      expect(await state(made.id)).toEqual(['available', 'clean']);
      expect(await eventsOf(made.id)).toEqual([
        '1 document.created',
        '2 document.updated',
        '3 document.available',
      ]);
    },
  );

  it(
    'is ended with its child processes when the worker stops, and the document is released',
    nightly,
    async () => {
      env.MALWARE_COMMAND = await script('hangs', `sleep 600 & echo $! > ${folder}/pid; wait`);
      const made = await file('hello');
      const stop = startDocumentWorker();
      await expect.poll(() => readFile(path.join(folder, 'pid'), 'utf8').catch(() => '')).toMatch(/\d\n/);
      await stop();
      const pid = Number(await readFile(path.join(folder, 'pid'), 'utf8'));
      await expect.poll(() => isRunning(pid)).toBe(false);
      expect(await state(made.id)).toEqual(['processing', 'pending']);
      env.MALWARE_COMMAND = scanner;
      await scanAll();
      expect(await state(made.id)).toEqual(['available', 'clean']);
    },
  );

  it('is retried with growing delays of at most an hour', () => {
    expect([1, 2, 3, 10, 11, 1000].map(retryAfter)).toEqual([5e3, 1e4, 2e4, 256e4, 36e5, 36e5]);
  });
});

it('no document is pending without a scan command', async () => {
  delete env.MALWARE_COMMAND;
  const made = await file('hello');
  expect([made.status, made.scan_status]).toEqual(['available', 'skipped']);
  expect(await scanNext(never)).toBe(false);
});

it('does not restore a document that was withdrawn during its scan', async () => {
  const made = await file('hello');
  await asSuperuser("UPDATE documents SET status = 'entered_in_error' WHERE org_id = $1", [org.orgId]);
  await scanAll();
  expect((await state(made.id))[0]).toBe('entered_in_error');
});

/** False also for a process that has ended but is still in the process table. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

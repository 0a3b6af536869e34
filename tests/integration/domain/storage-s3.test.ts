import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { storageMigrate } from '../../../server/cli/storage-migrate';
import { createDocument } from '../../../server/domain/documents/create-document';
import { downloadDocument } from '../../../server/domain/documents/download-document';
import { scanNext } from '../../../server/domain/documents/scan-document';
import { sweepDocuments } from '../../../server/domain/documents/sweep-documents';
import { verifyDocuments } from '../../../server/domain/documents/verify-documents';
import { erasePatientInput } from '../../../server/domain/erasures/contract';
import { erasePatient } from '../../../server/domain/erasures/erase-patient';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { env } from '../../../server/env';
import { storageOf } from '../../../server/storage/index';
import { asSuperuser, personContext, type TestOrg } from '../../support/database';
import { filesOf, input, jane, NOTE, rowsOf, setting } from '../../support/documents';
import { startS3, type S3Server } from '../../support/s3-server';

/** Documents in a bucket: the same operations, and the move from the disk. */

let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3();
  Object.assign(env, s3.settings);
});
afterEach(() => (s3.intercept = null));
afterAll(async () => {
  delete env.STORAGE_URL;
  await s3.stop();
});

const objectsOf = async (org: TestOrg) => {
  const keys: string[] = [];
  for await (const key of storageOf('s3').files(org.orgId)) keys.push(key);
  return keys;
};
const claimsOf = (org: TestOrg) => asSuperuser('SELECT 1 FROM storage_claims WHERE org_id = $1', [org.orgId]);
const textOf = async (download: ReturnType<typeof downloadDocument>) =>
  Buffer.concat((await (await download).file.stream().toArray()) as Buffer[]).toString();
const stagedFiles = () => readdir(path.join(env.DATA_DIR, 'documents', 'staged'));

it('stores, returns and scans a document without a file on the disk', async () => {
  const { org, patient, ctx } = await setting();
  const scanner = path.join(env.DATA_DIR, 'scanner.sh');
  await writeFile(scanner, '#!/bin/sh\ngrep -q "note of our own" "$1"\n', { mode: 0o700 });
  env.MALWARE_COMMAND = scanner;
  try {
    const { id } = await createDocument(ctx, input(patient.id));
    await scanNext(new AbortController().signal, new Date(Date.now() + 60_000));
    expect(await textOf(downloadDocument(ctx, { id }))).toBe(NOTE);
  } finally {
    delete env.MALWARE_COMMAND;
  }
  expect(await objectsOf(org)).toEqual([(await rowsOf(org))[0]!.storage_key]);
  expect([await filesOf(org), await claimsOf(org), await stagedFiles()]).toEqual([[], [], []]);
});

it('files nothing when S3 fails, and leaves an unfinished removal to the sweep', async () => {
  const { org, patient, ctx } = await setting();
  s3.intercept = (req, res) => (req.resume(), res.writeHead(503).end(), true);
  await expect(createDocument(ctx, input(patient.id))).rejects.toMatchObject({ code: 'unavailable' });
  expect([await rowsOf(org), await stagedFiles(), (await claimsOf(org)).length]).toEqual([[], [], 1]);
  s3.intercept = null;
  await sweepDocuments(-1_000);
  expect([await objectsOf(org), await claimsOf(org)]).toEqual([[], []]);
});

it('reports 503 for a document while S3 cannot be asked, and a missing one as missing', async () => {
  const { org, patient, ctx } = await setting();
  const { id } = await createDocument(ctx, input(patient.id));
  s3.intercept = (_, res) => (res.writeHead(503).end(), true);
  await expect(downloadDocument(ctx, { id })).rejects.toMatchObject({ code: 'unavailable' });
  await expect(verifyDocuments(org.orgId, () => undefined)).rejects.toMatchObject({ code: 'unavailable' });
  s3.intercept = null;
  await storageOf('s3').remove((await rowsOf(org))[0]!.storage_key);
  await expect(downloadDocument(ctx, { id })).rejects.toMatchObject({ code: 'content_unavailable' });
  expect((await verifyDocuments(org.orgId, () => undefined)).counts).toMatchObject({ missing: 1 });
});

it('removes the objects of an erased patient', async () => {
  const { org, ctx } = await setting();
  const { id, mrn } = await createPatient(org.ctx, { ...jane, mrn: 'S3-1' });
  await createDocument(ctx, input(id));
  expect(await objectsOf(org)).toHaveLength(1);
  const admin = await personContext(org, 'admin');
  const why = { ground: 'patient_request', reason: 'Requested by the patient.', reference: 'REQ 3' };
  await erasePatient(admin, erasePatientInput.parse({ id, mrn, ...why }));
  expect(await objectsOf(org)).toEqual([]);
});

it('moves documents from the disk, again after an interruption, and not those that are altered', async () => {
  const { STORAGE_URL } = env;
  delete env.STORAGE_URL;
  const { org, patient, ctx } = await setting();
  for (let n = 0; n < 4; n++) await createDocument(ctx, input(patient.id));
  env.STORAGE_URL = STORAGE_URL!;
  const [first, missing, altered] = (await rowsOf(org)).map((row) => row.storage_key) as [
    string,
    string,
    string,
  ];
  await rm(path.join(env.DATA_DIR, 'documents', missing));
  await writeFile(path.join(env.DATA_DIR, 'documents', altered), 'other bytes');
  // Of this organization only: other files of this process leave thousands of documents.
  const flags: Record<string, string> = { to: 's3', org: org.slug };
  const given = {
    get: (name: string) => flags[name],
    need: (name: string) => flags[name]!,
    operand: '',
    json: true,
  };
  const migrate = async () => {
    const made = (await storageMigrate.run(given)) as { findings: { file: string }[] };
    return {
      findings: made.findings,
      exitCode: storageMigrate.exitCode!(made),
      text: storageMigrate.text!(made),
    };
  };
  // The first copy succeeds, then S3 fails for good.
  let puts = 0;
  s3.intercept = (req, res) => {
    if (req.method !== 'PUT' || !req.url!.includes(org.orgId) || puts++ === 0) return false;
    req.resume();
    res.writeHead(503).end();
    return true;
  };
  await expect(migrate()).rejects.toMatchObject({ code: 'unavailable' });
  expect(await objectsOf(org)).toHaveLength(1);
  s3.intercept = null;
  const { findings, exitCode, text } = await migrate();
  const byFile = (one: { file: string }, other: { file: string }) => one.file.localeCompare(other.file);
  expect([exitCode, findings.sort(byFile)]).toMatchObject([
    1,
    [
      { kind: 'missing', file: missing },
      { kind: 'altered', file: altered },
    ].sort(byFile),
  ]);
  expect(text).toContain('without --org');
  expect((await objectsOf(org)).length).toBe(2);
  expect(await objectsOf(org)).toContain(first);
  expect((await verifyDocuments(org.orgId, () => undefined)).counts).toMatchObject({
    missing: 2,
    altered: 0,
  });
});

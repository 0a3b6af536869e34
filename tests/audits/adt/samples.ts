import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { asSuperuser, testOrg } from '../../support/database';
import {
  hospital,
  inboundDocumentsOf,
  laboratory,
  updatesOf,
  type TestLaboratory,
} from '../../support/intake';
import { orderingClinic } from '../../support/order-transmission';
import { feedWithPatients } from './mutated-documents';
import { receiveAndProcess } from './replay';

/** Where each sample of a folder ends: the acknowledgment, and the state of each patient, document or order in it. */

interface SampleEnd {
  file: string;
  /** MSH-9 with `^` between code and event: `ADT^A01` */
  type: string;
  /** What receives it. */
  connection: 'hospital feed' | 'laboratory' | 'laboratory with a destination for orders';
  /** `AA applied created` */
  end: string;
}

/** @param root folder with the folders `adt`, `documents` and `orders`, each optional */
export async function endsOfSamples(root: string): Promise<SampleEnd[]> {
  const ends: SampleEnd[] = [];
  const send = async (
    feed: TestLaboratory,
    connection: SampleEnd['connection'],
    { file, bytes }: { file: string; bytes: Buffer },
  ) => ends.push({ file, type: typeOf(bytes), connection, end: await endOf(feed, bytes) });

  for (const sample of samplesIn(root, 'adt'))
    await send(await hospital(await testOrg()), 'hospital feed', sample);
  const documents = await feedWithPatients();
  for (const sample of samplesIn(root, 'documents')) await send(documents, 'hospital feed', sample);
  for (const sample of samplesIn(root, 'orders')) {
    await send(await laboratory(await testOrg()), 'laboratory', sample);
    await send(await orderedAt(), 'laboratory with a destination for orders', sample);
  }
  return ends;
}

const samplesIn = (root: string, folder: string): { file: string; bytes: Buffer }[] =>
  readdirSync(root).includes(folder)
    ? readdirSync(path.join(root, folder))
        .sort()
        .map((file) => ({ file: `${folder}/${file}`, bytes: readFileSync(path.join(root, folder, file)) }))
    : [];

/** The connection of a clinic that sends orders to it. No sample names one of its orders. */
async function orderedAt(): Promise<TestLaboratory> {
  const { org, connectionId, labId } = await orderingClinic({ port: 9 });
  return {
    id: labId,
    org,
    connectionId,
    labId,
    source: { orgId: org.orgId, connectionId, remoteAddress: null },
  };
}

async function endOf(feed: TestLaboratory, bytes: Buffer): Promise<string> {
  const { code, id } = await receiveAndProcess(feed, bytes);
  const updates = await updatesOf(feed, id);
  const documents = await inboundDocumentsOf(feed, id);
  const parts = [...updates, ...documents].map(
    ({ state, outcome, problem }) => `${state} ${outcome ?? problem}`,
  );
  const [message] = await asSuperuser<{
    state: string;
    ack_problem: string | null;
    warnings: { code: string }[] | null;
  }>('select state, ack_problem, warnings from inbound_messages where org_id = $1 and id = $2', [
    feed.org.orgId,
    id,
  ]);
  const whole = [
    message?.state,
    message?.ack_problem,
    ...(message?.warnings ?? []).map((warning) => warning.code),
  ];
  return [code || 'none', parts.length > 0 ? parts.join(', ') : whole.filter(Boolean).join(' ')].join(' ');
}

const typeOf = (bytes: Buffer): string =>
  bytes
    .toString('latin1')
    .split(/[\r\n]/, 1)[0]!
    .split('|')[8]
    ?.split('^')
    .slice(0, 2)
    .join('^') ?? '';

import path from 'node:path';
import { createIngestKey } from '../domain/lab-connections/create-ingest-key';
import { saveOrderDestinationInput, type OrderDestination } from '../domain/order-destinations/contract';
import { getOrderDestination } from '../domain/order-destinations/get-order-destination';
import { saveOrderDestination } from '../domain/order-destinations/save-order-destination';
import { completeEnv, env } from '../env';
import { isDomainError } from '../errors/domain-error';
import { logger } from '../logger';
import { outboundPolicy } from '../outbound/outbound-guard';
import { readCidrs } from '../outbound/outbound-addresses';
import { post } from '../outbound/post';
import type { Context } from '../shared/context';
import { showId } from '../shared/ids';
import { systemContext } from '../shared/system-actor';
import { catalogEntries, EXAMPLE_LAB } from './catalog-data';
import { startLaboratory, type LaboratoryOptions, type SimulatedLaboratory } from './simulator/laboratory';
import { simulatorConnection } from './simulator/send-simulated';
import type { SimulatedTest } from '../domain/sandboxes/simulator/simulate-report';

/**
 * The laboratory of the demo clinic. Only the laboratory is simulated: it has a lab connection with a key and a
 * destination for orders like any other, receives orders over MLLP and posts results to `/ingest/hl7v2`. If an
 * administrator removes the connection or sends its orders elsewhere, that stays.
 */
export interface DemoLaboratory {
  /** `lab_…` */
  connectionId: string;
  ingestKey: string;
  /** Its orders have been sent here. */
  started: boolean;
}

const HOST = '127.0.0.1';
const SEND_MS = 10_000;

/** Part of the seed. The destination is saved by the first start, which knows the port. */
export async function seedLaboratory(ctx: Context): Promise<DemoLaboratory> {
  const connectionId = showId('lab_connection', await simulatorConnection(ctx));
  const { key } = await createIngestKey(ctx, { connection_id: connectionId });
  return { connectionId, ingestKey: key!, started: false };
}

/** @returns null if orders are no longer sent to the simulated laboratory */
export async function startDemoLaboratory(
  orgId: string,
  { connectionId, ingestKey, started }: DemoLaboratory,
  options: Partial<LaboratoryOptions> = {},
): Promise<SimulatedLaboratory | null> {
  const ctx = systemContext(orgId, 'system');
  const destination = await destinationOf(ctx, connectionId);
  if (started && (destination?.transport !== 'mllp' || destination.host !== HOST)) return null;
  const laboratory = await startLaboratory({
    port: destination?.port ?? null,
    file: path.join(env.DATA_DIR, 'demo-laboratory.json'),
    tests: await knownTests(),
    send: (message, signal) => sendResult(ingestKey, message, signal),
    ...options,
  });
  const { port } = laboratory;
  // As an operator would for a laboratory on the same machine.
  completeEnv({
    ORDER_ALLOW_CIDRS: [...env.ORDER_ALLOW_CIDRS, `${HOST}/32`],
    ORDER_ALLOW_PORTS: [...env.ORDER_ALLOW_PORTS, port],
  });
  if (destination?.port !== port) await saveOrderDestination(ctx, settings(connectionId, destination, port));
  return laboratory;
}

async function destinationOf(ctx: Context, id: string): Promise<OrderDestination | null> {
  try {
    return await getOrderDestination(ctx, { id });
  } catch (error) {
    if (isDomainError(error) && error.code === 'not_found') return null;
    throw error;
  }
}

function settings(id: string, known: OrderDestination | null, port: number) {
  const given = known ?? { lab_id: EXAMPLE_LAB.id, transport: 'mllp', host: HOST };
  return saveOrderDestinationInput.parse({
    ...Object.fromEntries(Object.entries(given).filter(([name]) => name in saveOrderDestinationInput.shape)),
    id,
    port,
  });
}

/** The catalog of the laboratory, which is also the one of the clinic. */
async function knownTests(): Promise<SimulatedTest[]> {
  const entries = await catalogEntries();
  const codeOf = new Map(
    entries.filter(({ kind }) => kind === 'test').map(({ code, loinc }) => [loinc, code]),
  );
  return entries.map((entry) => ({
    ...entry,
    id: entry.code,
    components: entry.components.map((part) => ({ test_id: codeOf.get(part.loinc) ?? null, ...part })),
  }));
}

/** A result that is rejected is not sent again; one that finds no receiver is. */
async function sendResult(key: string, message: Buffer, signal: AbortSignal): Promise<boolean> {
  // To this service itself, at its own address, so without the operator's proxy.
  const policy = { ...outboundPolicy(), allowCidrs: readCidrs(['127.0.0.0/8', '::1/128']), proxy: undefined };
  const answer = await post(
    new URL(`http://${loopbackOf(env.HOST)}:${env.PORT}/ingest/hl7v2`),
    {
      host: `${HOST}:${env.PORT}`,
      'content-type': 'application/hl7-v2+er7',
      authorization: `Bearer ${key}`,
    },
    message,
    { policy, connectMs: SEND_MS, totalMs: SEND_MS, signal, pool: false },
  ).catch(() => null);
  if (!answer) return false;
  const { status } = answer;
  if (status !== 200) logger.warn({ status }, 'demo: a simulated result was not accepted');
  return status === 200 || status === 422;
}

const ANY_ADDRESS: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };
const loopbackOf = (host: string): string => ANY_ADDRESS[host] ?? (host.includes(':') ? `[${host}]` : host);

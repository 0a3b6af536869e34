import https from 'node:https';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { createLabConnection } from '../../../server/domain/lab-connections/create-lab-connection';
import { saveOrderDestinationInput } from '../../../server/domain/order-destinations/contract';
import { deleteOrderDestination } from '../../../server/domain/order-destinations/delete-order-destination';
import { getOrderDestination } from '../../../server/domain/order-destinations/get-order-destination';
import { saveOrderDestination } from '../../../server/domain/order-destinations/save-order-destination';
import { testOrderDestination } from '../../../server/domain/order-destinations/test-order-destination';
import { env } from '../../../server/env';
import type { Context } from '../../../server/shared/context';
import { startOrderWorker, type OrderWorker } from '../../../server/transmissions/worker';
import { asSuperuser, auditRows, personContext, testOrg, type TestOrg } from '../../support/database';
import { ack, closeLaboratoriesAfterEach, OrderLaboratory } from '../../support/order-laboratory';
import { orderingClinic, orderNow, outboundOf } from '../../support/order-transmission';
import { selfSigned } from '../../unit/webhooks/certificate';

closeLaboratoriesAfterEach();

/** What can be saved, what a connection test shows, and that addresses are guarded. */

let org: TestOrg;
let admin: Context;
let id: string;
beforeAll(async () => {
  org = await testOrg();
  admin = await personContext(org, 'admin');
  ({ id } = await createLabConnection(org.ctx, { name: 'Laboratory', transport: 'https' }));
  await asSuperuser('UPDATE order_destinations SET paused = true');
});

let worker: OrderWorker | undefined;
const { ORDER_ALLOW_CIDRS, ORDER_ALLOW_PORTS } = env;
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
  Object.assign(env, { ORDER_ALLOW_CIDRS, ORDER_ALLOW_PORTS, EGRESS_PROXY: undefined });
  await asSuperuser('UPDATE order_destinations SET paused = true');
});

type Input = Partial<z.input<typeof saveOrderDestinationInput>>;
const save = (input: Input, ctx = admin) =>
  saveOrderDestination(ctx, saveOrderDestinationInput.parse({ id, ...input } as Input));
const refused = async (input: Input): Promise<string[]> => {
  const error = (await save(input).catch((thrown: unknown) => thrown)) as {
    extras?: { errors: { pointer: string; code: string }[] };
  };
  return (error.extras?.errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`);
};

const MLLP = { transport: 'mllp', host: '93.184.216.34', port: 2575 } as const;
const HTTPS = { transport: 'https', url: 'https://93.184.216.34/orders', bearer_token: 'secret' } as const;
const pair = selfSigned('127.0.0.1');
const other = selfSigned('127.0.0.1');
const PEM = { client_certificate: pair.cert, client_key: pair.key };

describe('settings', () => {
  it.each<[string, Input, string[]]>([
    ['MLLP without an address', { transport: 'mllp' }, ['/host required', '/port required']],
    ['MLLP without a port', { transport: 'mllp', host: 'lab.example' }, ['/port required']],
    ['MLLP with a URL', { ...MLLP, url: 'https://lab.example/' }, ['/url not_allowed']],
    ['MLLP with a token', { ...MLLP, bearer_token: 'x' }, ['/bearer_token not_allowed']],
    ['a host with a path', { ...MLLP, host: 'lab.example/x' }, ['/host invalid_format']],
    ['another port', { ...MLLP, port: 5432 }, ['/port not_allowed']],
    ['a private address', { ...MLLP, host: '10.0.0.7' }, ['/host not_allowed']],
    ['this machine', { ...MLLP, host: '127.0.0.1' }, ['/host not_allowed']],
    ['this machine in IPv6', { ...MLLP, host: '::ffff:127.0.0.1' }, ['/host not_allowed']],
    ['a name of this machine', { ...MLLP, host: 'localhost' }, ['/host not_allowed']],
    [
      'certificates without TLS',
      { ...MLLP, ...PEM },
      ['/client_certificate not_allowed', '/client_key not_allowed'],
    ],
    ['HTTPS without a URL', { transport: 'https' }, ['/url required']],
    ['HTTPS without a credential', { ...HTTPS, bearer_token: null }, ['/bearer_token required']],
    ['plain HTTP', { ...HTTPS, url: 'http://93.184.216.34/' }, ['/url not_allowed']],
    ['a private URL', { ...HTTPS, url: 'https://192.168.1.1/' }, ['/url not_allowed']],
    ['HTTPS with a host', { ...HTTPS, host: 'lab.example' }, ['/host not_allowed']],
    ['a certificate without its key', { ...HTTPS, client_certificate: pair.cert }, ['/client_key required']],
    [
      'the key of another certificate',
      { ...HTTPS, ...PEM, client_key: other.key },
      ['/client_key invalid_format'],
    ],
    ['no certificate', { ...HTTPS, ...PEM, client_certificate: 'x' }, ['/client_certificate invalid_format']],
    ['no CA', { ...HTTPS, ca_certificate: 'x' }, ['/ca_certificate invalid_format']],
    ['OML in 2.3.1', { ...MLLP, hl7_version: '2.3.1' }, ['/hl7_version not_allowed']],
  ])('with %s are rejected', async (_name, input, expected) => {
    expect(await refused(input)).toEqual(expected);
  });

  it('of a folder belong to the operator', async () => {
    await expect(save({ transport: 'folder' })).rejects.toMatchObject({ code: 'forbidden' });
    expect(await getOrderDestination(admin, { id })).toBeNull();
  });

  it('keep secrets encrypted, and never show them', async () => {
    const made = await save({ ...HTTPS, bearer_token: 'a-very-secret-token', ...PEM });
    expect(made).toMatchObject({ lab_id: id, has_bearer_token: true, has_client_key: true, version: 1 });
    expect(JSON.stringify(made)).not.toContain('a-very-secret-token');
    expect(JSON.stringify(made)).not.toContain('PRIVATE KEY');
    const [row] = await asSuperuser<{ bearer_token: string; client_key: string }>(
      'SELECT bearer_token, client_key FROM order_destinations WHERE org_id = $1',
      [org.orgId],
    );
    expect(`${row!.bearer_token}${row!.client_key}`).not.toMatch(/secret-token|PRIVATE/);
    const { bearer_token: _kept, ...rest } = HTTPS;
    const again = await save({ ...rest, client_certificate: pair.cert, account_number: 'A-1' });
    expect(again).toMatchObject({ has_bearer_token: true, has_client_key: true, account_number: 'A-1' });
    await deleteOrderDestination(admin, { id });
    expect(await getOrderDestination(admin, { id })).toBeNull();
  });

  it('keep secrets only for the same address', async () => {
    await save({ ...HTTPS, ...PEM });
    const { bearer_token: _kept, ...rest } = HTTPS;
    const moved = { ...rest, url: 'https://93.184.216.35/orders', client_certificate: pair.cert };
    expect(await refused(moved)).toEqual(['/client_key required', '/bearer_token required']);
    expect(await getOrderDestination(admin, { id })).toMatchObject({ url: HTTPS.url });
    expect(await save({ ...rest, url: `${HTTPS.url}/new`, client_certificate: pair.cert })).toMatchObject({
      has_bearer_token: true,
    });
    await deleteOrderDestination(admin, { id });
  });

  it('are changed by administrators who proved their identity recently', async () => {
    const early = new Date(Date.now() - 3_600_000);
    const late: Context = { ...admin, session: { ...admin.session!, authenticatedAt: early } };
    await expect(save(MLLP, late)).rejects.toMatchObject({ code: 'reauthentication_required' });
    await expect(save(MLLP, await personContext(org, 'clinician'))).rejects.toMatchObject({
      code: 'forbidden',
    });
    const ctx = { ...admin, requestId: `req_${id}` };
    await save(MLLP, ctx);
    expect(await auditRows(ctx.requestId)).toMatchObject([
      { action: 'save_order_destination', detail: { transport: 'mllp', first: true } },
    ]);
  });

  it('are not reverted by a form that was filled before another user changed them', async () => {
    const { version } = await save(MLLP);
    await save({ ...MLLP, wait_seconds: 60 });
    await expect(save(MLLP, { ...admin, ifMatch: version })).rejects.toMatchObject({
      code: 'version_mismatch',
    });
    // Or that was filled before there were any.
    await expect(save(MLLP, { ...admin, ifMatch: 0 })).rejects.toMatchObject({ code: 'version_mismatch' });
    expect(await getOrderDestination(admin, { id })).toMatchObject({ wait_seconds: 60 });
    await deleteOrderDestination(admin, { id });
    await expect(save(MLLP, { ...admin, ifMatch: version })).rejects.toMatchObject({
      code: 'version_mismatch',
    });
    expect(await save(MLLP, { ...admin, ifMatch: 0 })).toMatchObject({ wait_seconds: 30 });
  });

  it('belong to one connection for each laboratory', async () => {
    const second = await createLabConnection(org.ctx, { name: 'Second', transport: 'https' });
    await expect(save({ ...MLLP, id: second.id, lab_id: id })).rejects.toMatchObject({
      extras: { errors: [{ pointer: '/lab_id', code: 'not_unique' }] },
    });
  });

  it('with a proxy allow MLLP only to the listed networks', async () => {
    Object.assign(env, { EGRESS_PROXY: 'http://127.0.0.1:1' });
    expect(await refused(MLLP)).toEqual(['/host not_allowed']);
    Object.assign(env, { ORDER_ALLOW_CIDRS: ['93.184.216.0/24'] });
    expect(await refused(MLLP)).toEqual([]);
  });
});

describe('a connection test', () => {
  it('opens a connection with TLS, or shows what failed', async () => {
    const lab = await OrderLaboratory.start({ tls: pair });
    Object.assign(env, { ORDER_ALLOW_CIDRS: ['127.0.0.0/8'], ORDER_ALLOW_PORTS: [lab.port] });
    const here = { ...MLLP, host: '127.0.0.1', port: lab.port, tls: true };
    await save({ ...here, ca_certificate: pair.cert });
    expect(await testOrderDestination(admin, { id })).toMatchObject({
      ok: true,
      steps: [
        { step: 'connect', ok: true },
        { step: 'tls', ok: true },
      ],
    });
    await save(here);
    expect(await testOrderDestination(admin, { id })).toMatchObject({
      ok: false,
      steps: [
        { step: 'connect', ok: true },
        { step: 'tls', ok: false, detail: 'The TLS certificate is self-signed.' },
      ],
    });
    await lab.close();
    expect(await testOrderDestination(admin, { id })).toEqual({
      ok: false,
      steps: [{ step: 'connect', ok: false, detail: 'The connection was refused.' }],
    });
    expect(lab.got).toEqual([]);
  });

  it('and sending check the address again', async () => {
    const lab = await OrderLaboratory.start();
    const clinic = await orderingClinic({ port: lab.port, most_attempts: 1 });
    env.ORDER_ALLOW_CIDRS = [];
    const blocked = { step: 'connect', ok: false, detail: 'The address is not allowed.' };
    const own = await personContext(clinic.org, 'admin');
    expect(await testOrderDestination(own, { id: clinic.labId })).toEqual({ ok: false, steps: [blocked] });
    const order = await clinic.order();
    worker = startOrderWorker({ pollMs: 5, secondMs: 20 });
    await expect.poll(async () => (await orderNow(clinic, order)).transmission.status).toBe('failed');
    expect(await outboundOf(clinic)).toMatchObject([{ failure: 'blocked_address', sent_at: null }]);
    expect(lab.connections).toBe(0);
  });
});

describe('transports with TLS', () => {
  it('MLLP shows the client certificate', async () => {
    const lab = await OrderLaboratory.start({
      tls: { ...pair, ca: other.cert, requestCert: true, rejectUnauthorized: true },
    });
    const clinic = await orderingClinic({
      port: lab.port,
      tls: true,
      ca_certificate: pair.cert,
      client_certificate: other.cert,
      client_key: other.key,
    });
    const order = await clinic.order();
    worker = startOrderWorker({ pollMs: 5, secondMs: 100 });
    await expect.poll(async () => (await orderNow(clinic, order)).transmission.status).toBe('accepted');
  });

  it.each<[string, number, (controlId: string) => string, object]>([
    ['AA', 200, (controlId) => unframed(ack('AA', controlId)), { status: 'accepted', ack_code: 'AA' }],
    [
      'AE with status 422',
      422,
      (controlId) => unframed(ack('AE', controlId)),
      { status: 'rejected', ack_code: 'AE' },
    ],
    ['an empty body', 202, () => '', { status: 'sent', ack_code: null }],
    ['an error page', 503, () => '<h1>Busy</h1>', { status: 'failed', failure: 'http_error' }],
    ['a page', 200, () => '<h1>Welcome</h1>', { status: 'failed', failure: 'unreadable_answer' }],
    [
      'an answer to another message',
      200,
      () => unframed(ack('AA', 'OTHER')),
      { status: 'failed', failure: 'foreign_answer' },
    ],
  ])('HTTPS is answered with %s', async (_name, status, body, expected) => {
    const got: { headers: Record<string, unknown>; bytes: Buffer }[] = [];
    const server = https.createServer(pair, (request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const bytes = Buffer.concat(parts);
        got.push({ headers: request.headers, bytes });
        response.writeHead(status).end(body(bytes.toString('latin1').split('|')[9]!));
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    try {
      Object.assign(env, { ORDER_ALLOW_CIDRS: ['127.0.0.0/8'], ORDER_ALLOW_PORTS: [port] });
      const clinic = await orderingClinic({
        transport: 'https',
        url: `https://127.0.0.1:${port}/orders`,
        bearer_token: 'token-of-the-clinic',
        ca_certificate: pair.cert,
        most_attempts: 1,
      });
      const order = await clinic.order();
      worker = startOrderWorker({ pollMs: 5, secondMs: 100 });
      await expect.poll(async () => (await orderNow(clinic, order)).transmission.status).not.toBe('queued');
      const [row] = await outboundOf(clinic);
      expect(row).toMatchObject(expected);
      expect(got).toHaveLength(1);
      expect(got[0]!.bytes.equals(row!.bytes!)).toBe(true);
      expect(got[0]!.headers).toMatchObject({
        authorization: 'Bearer token-of-the-clinic',
        'content-type': 'application/hl7-v2+er7',
      });
    } finally {
      server.close();
    }
  });
});

const unframed = (framed: string): string => framed.slice(1, -2);

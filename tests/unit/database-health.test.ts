import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DatabaseHealthCheck } from '../../server/db/health-check';
import { translateDatabaseError } from '../../server/errors/constraints';

/** A database that accepts connections but never responds. */

const open: (() => void)[] = [];
afterEach(() => open.splice(0).forEach((close) => close()));

async function database(answer: (socket: net.Socket) => void) {
  const made = { answer, calls: 0, url: '' };
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    made.calls++;
    sockets.add(socket.on('error', () => undefined));
    made.answer(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  open.push(() => (server.close(), sockets.forEach((socket) => socket.destroy())));
  made.url = `postgres://a:b@127.0.0.1:${(server.address() as AddressInfo).port}/c`;
  return made;
}

function healthCheck(connectionString: string, isBusy = () => true, received = () => 0) {
  const reported: string[] = [];
  const made = new DatabaseHealthCheck({
    connectionString: () => connectionString,
    isBusy,
    received,
    lookMs: 5,
    patienceMs: 60,
    onSilence: () => reported.push('silent'),
    onReturn: () => reported.push('back'),
  });
  open.push(() => void made.stop());
  return { made, reported };
}

const never = () => new Promise<string>(() => undefined);
const ignore = () => undefined;

describe('unresponsive database', () => {
  it('fails pending queries, and rejects new ones without sending them', async () => {
    const { url } = await database(() => undefined);
    const { made, reported } = healthCheck(url);
    const rejected = made.unlessSilent(never, ignore);
    await expect(rejected).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    const begin = vi.fn(never);
    await expect(made.unlessSilent(begin, ignore)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    expect(begin).not.toHaveBeenCalled();
    expect(reported).toEqual(['silent']);
    // Handlers answer this code with 503 and Retry-After.
    const error = await rejected.catch((thrown: unknown) => translateDatabaseError(thrown));
    expect(error).toMatchObject({ code: 'unavailable', extras: { retry_after: 2 } });
  });

  it('is asked again, and any response ends the outage', async () => {
    const silent = await database(() => undefined);
    const { made, reported } = healthCheck(silent.url);
    await expect(made.unlessSilent(never, ignore)).rejects.toThrow();
    silent.answer = (socket) => socket.destroy();
    await vi.waitUntil(() => reported.length > 1, { timeout: 5_000 });
    expect(reported).toEqual(['silent', 'back']);
    expect(await made.unlessSilent(() => Promise.resolve('begun'), ignore)).toBe('begun');
  });

  it('returns connections that arrive after their request gave up', async () => {
    const { url } = await database(() => undefined);
    const { made } = healthCheck(url);
    let give: (value: string) => void = () => undefined;
    const back = vi.fn();
    const rejected = made.unlessSilent(() => new Promise<string>((resolve) => (give = resolve)), back);
    await expect(rejected).rejects.toThrow();
    give('connection');
    await vi.waitUntil(() => back.mock.calls.length > 0, 15_000);
    expect(back).toHaveBeenCalledExactlyOnceWith('connection');
  });
});

describe('slow or idle database', () => {
  it('is not given up while other connections receive data', async () => {
    const slow = await database(() => undefined);
    let bytes = 0;
    const others = setInterval(() => bytes++, 5);
    open.push(() => clearInterval(others));
    const { reported } = healthCheck(slow.url, undefined, () => bytes);
    // Each unanswered check was closed, and the next one used a new connection.
    await vi.waitUntil(() => slow.calls >= 4, { timeout: 5_000 });
    expect(reported).toEqual([]);
  });

  it('is not checked while no query is pending', async () => {
    const idle = await database(() => undefined);
    const looks = vi.fn(() => false);
    healthCheck(idle.url, looks);
    await vi.waitUntil(() => looks.mock.calls.length >= 5, { timeout: 5_000 });
    expect(idle.calls).toBe(0);
  });
});

describe('driver error during an outage', () => {
  it.each([
    'timeout exceeded when trying to connect',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
  ])('%s', (message) => {
    expect(translateDatabaseError(new Error(message))).toMatchObject({ code: 'unavailable' });
  });

  it('does not include a protocol violation (08P01), which is an error of our statement', () => {
    const error = Object.assign(new Error('bind message has 3464 parameter formats but 0 parameters'), {
      code: '08P01',
    });
    expect(translateDatabaseError(error)).toBe(error);
    expect(translateDatabaseError(Object.assign(new Error(), { code: '08006' }))).toMatchObject({
      code: 'unavailable',
    });
  });

  it('does not include quoted text of a failed statement', () => {
    const error = new Error('Failed query: insert …\nparams: Connection terminated');
    expect(translateDatabaseError(error)).toBe(error);
  });
});

import net, { type Socket } from 'node:net';
import tls, { type SecureContextOptions } from 'node:tls';
import ipaddr from 'ipaddr.js';
import { isListed } from '../../auth/address-list';
import type { Listening } from '../../domain/lab-connections/listening';
import { showId } from '../../shared/ids';
import type { ConnectionProblem } from '../../data-types/lab-connection-codes';
import { MAX_FRAME_BYTES } from '../../hl7v2/mllp-frames';
import { logger } from '../../logger';
import { receiveSent } from '../receive/receive-batch';
import { NoCertificate } from './certificate';
import { serveMllp, type Session } from './session';

/** One port of one connection. Access is checked before any byte is read. */
export interface Listener {
  readonly settings: Listening;
  /** Applies settings while the port stays open. Closes sockets from addresses that are no longer allowed. */
  update(settings: Listening): void;
  /** Applies to new connections. Throws if the certificate is unusable; the previous one stays in use. */
  renew(secure: SecureContextOptions): void;
  close(): Promise<void>;
}

export interface ListenerOptions {
  host: string;
  /** Certificate and key; required for connections with TLS. */
  secure: SecureContextOptions | null;
  note: (problem: ConnectionProblem) => void;
  /** Connections rejected because all were in use. */
  countRejected?: (rejected: number) => void;
  watchMs?: number;
  maxFrame?: number;
}

/** Far more than a laboratory's senders. When all are in use, the longest idle is closed for a new one. */
const MOST_SOCKETS = 64;
/** Interface engines connect when they have something to send. */
const FIRST_MESSAGE_MS = 5 * 60_000;
const WATCH_MS = 5_000;
const TLS_MIN = 'TLSv1.2';
const HANDSHAKE_MS = 10_000;
const STOP_MS = 3_000;

/** @throws if the port cannot be opened or TLS has no certificate */
export async function openListener(given: Listening, options: ListenerOptions): Promise<Listener> {
  let settings = given;
  /** By remote address and port, which a TLS socket shares with its underlying socket. */
  const peers = new Map<string, Peer>();
  let rejected = 0;
  let yielded = 0;

  const begin = (socket: Socket): void => {
    const peer = peers.get(peerOf(socket));
    if (!peer) return void socket.destroy();
    const remoteAddress = addressOf(socket);
    peer.session = serveMllp(socket, {
      receive: (sent) =>
        receiveSent({ orgId: settings.orgId, connectionId: settings.id, remoteAddress }, sent),
      onDatabaseDown: () => settings.onDatabaseDown,
      note: options.note,
      maxFrame: options.maxFrame ?? MAX_FRAME_BYTES,
    });
  };
  /** Closes a socket that never sent a message, else the longest idle one, never a busy one. */
  function yieldOne(): boolean {
    const idle = [...peers].flatMap(([key, { raw, session }]) => {
      const since = session?.idleSince() ?? null;
      return session === null || since === null ? [] : [{ key, raw, since, hasSent: session.hasSent() }];
    });
    const [longest] = idle.sort(
      (one, other) => Number(one.hasSent) - Number(other.hasSent) || one.since - other.since,
    );
    if (!longest) return false;
    peers.delete(longest.key);
    longest.raw.destroy();
    yielded += 1;
    return true;
  }

  function endIdle(peer: Peer, now: number): void {
    const since = peer.session?.idleSince() ?? null;
    if (!peer.session || since === null) return;
    const most = peer.session.hasSent() ? settings.idleMinutes * 60_000 : FIRST_MESSAGE_MS;
    if (now - since < most) return;
    // Second attempt: the peer did not close.
    if (peer.ending) peer.raw.destroy();
    peer.ending = true;
    peer.session.stop();
  }

  /** At most one line per check. */
  function logCounts(): void {
    if (rejected + yielded === 0) return;
    logger.warn(
      { connection: showId('lab_connection', settings.id), rejected, idle_closed: yielded },
      'mllp: all connections are in use',
    );
    if (rejected > 0) options.countRejected?.(rejected);
    rejected = yielded = 0;
  }

  const secured = settings.tls ? secureServer(options.secure, begin) : null;

  const server = net.createServer({ allowHalfOpen: true }, (raw) => {
    raw.on('error', () => raw.destroy());
    if (!mayEnter(settings, addressOf(raw))) {
      options.note('address_refused');
      return void raw.destroy();
    }
    if (peers.size >= MOST_SOCKETS && !yieldOne()) {
      rejected += 1;
      options.note('connections_in_use');
      return void raw.destroy();
    }
    const peer = peerOf(raw);
    peers.set(peer, { raw, session: null, ending: false });
    raw.once('close', () => peers.get(peer)?.raw === raw && peers.delete(peer));
    if (secured) secured.emit('connection', raw);
    else begin(raw);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(settings.port!, options.host, () => resolve());
  });
  server.on('error', () => undefined);
  const watching = setInterval(() => {
    const now = performance.now();
    for (const peer of peers.values()) {
      peer.session?.watch(now);
      endIdle(peer, now);
    }
    logCounts();
  }, options.watchMs ?? WATCH_MS);
  watching.unref();

  return {
    get settings() {
      return settings;
    },
    update(next) {
      settings = next;
      for (const { raw } of peers.values()) if (!mayEnter(next, addressOf(raw))) raw.destroy();
    },
    renew(secure) {
      secured?.setSecureContext({ ...secure, minVersion: TLS_MIN });
    },
    async close() {
      clearInterval(watching);
      logCounts();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const { raw, session } of peers.values()) {
        if (session) session.stop();
        else raw.destroy();
      }
      const cut = setTimeout(() => peers.forEach(({ raw }) => raw.destroy()), STOP_MS);
      await closed;
      clearTimeout(cut);
    },
  };
}

interface Peer {
  raw: Socket;
  /** Null during the TLS handshake, which has its own limit. */
  session: Session | null;
  /** Closed by us because it was idle. */
  ending: boolean;
}

function secureServer(secure: SecureContextOptions | null, begin: (socket: Socket) => void): tls.Server {
  if (!secure) throw new NoCertificate('There is no certificate.');
  const server = tls.createServer({
    ...secure,
    allowHalfOpen: true,
    minVersion: TLS_MIN,
    handshakeTimeout: HANDSHAKE_MS,
    ...(secure.ca ? { requestCert: true, rejectUnauthorized: true } : {}),
  });
  server.on('secureConnection', begin);
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  return server;
}

const mayEnter = ({ allowedAddresses }: Listening, address: string): boolean =>
  allowedAddresses.length === 0 || isListed(address, allowedAddresses);

const peerOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

/** `::ffff:192.0.2.1` → `192.0.2.1` */
function addressOf({ remoteAddress = '' }: Socket): string {
  return ipaddr.isValid(remoteAddress) ? ipaddr.process(remoteAddress).toString() : remoteAddress;
}

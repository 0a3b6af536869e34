import { readFile } from 'node:fs/promises';
import tls from 'node:tls';

/**
 * A TLS connection to the operator's syslog server. Syslog has no acknowledgments: what was written counts as received
 * only if the connection is still open a moment later (`confirm`).
 */
export interface SyslogConnection {
  /** Resolves when the bytes have been passed to the network. */
  write(bytes: Buffer): Promise<void>;
  /** @throws if the connection ended meanwhile */
  confirm(): Promise<void>;
  close(): void;
}

const CONNECT_MS = 10_000;
const WRITE_MS = 15_000;

interface Target {
  /** `tls://host:6514` */
  url: string;
  /** File with the certificates (PEM) of a private authority. */
  caFile?: string | undefined;
  confirmMs: number;
}

export async function openSyslog({ url, caFile, confirmMs }: Target): Promise<SyslogConnection> {
  const { hostname, port } = new URL(url);
  const host = hostname.replaceAll(/^\[|\]$/g, '');
  const ca = caFile === undefined ? undefined : await readFile(caFile);
  const socket = tls.connect({
    host,
    port: Number(port || 6514),
    ...(ca ? { ca } : {}),
    // Not for addresses (RFC 6066).
    ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
    minVersion: 'TLSv1.2',
  });
  let over: Error | null = null;
  const failed = new Promise<never>((_resolve, reject) => {
    const end = (error: Error) => {
      over ??= error;
      reject(over);
    };
    socket.on('error', end);
    socket.once('close', () => end(new Error('The syslog server has closed the connection.')));
  });
  failed.catch(() => undefined);
  // A receiver that sends anything is ignored; unread bytes would hide the end of the connection.
  socket.resume();
  const within = async <T>(work: Promise<T>, ms: number): Promise<T> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(reject, ms, Object.assign(new Error('late'), { code: 'ETIMEDOUT' }));
    });
    try {
      return await Promise.race([work, failed, late]);
    } catch (error) {
      socket.destroy();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };
  await within(new Promise<void>((resolve) => socket.once('secureConnect', resolve)), CONNECT_MS);
  return {
    write: (bytes) =>
      within(new Promise<void>((resolve) => void socket.write(bytes, () => resolve())), WRITE_MS),
    confirm: () =>
      within(new Promise<void>((resolve) => setTimeout(resolve, confirmMs)), confirmMs + CONNECT_MS),
    close: () => socket.destroy(),
  };
}

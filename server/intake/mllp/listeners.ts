import { listListening, type Listening } from '../../domain/lab-connections/listening';
import type { ConnectionProblem } from '../../data-types/lab-connection-codes';
import { showId } from '../../shared/ids';
import { env } from '../../env';
import { startLoop } from '../../jobs/loop';
import { logger } from '../../logger';
import { safeError } from '../../safe-error';
import { ConnectionProblems } from '../connection-problems';
import { NoCertificate, readCertificate, stampOfCertificate } from './certificate';
import { openListener, type Listener, type ListenerOptions } from './listener';

/**
 * The MLLP listeners of this process: one port for each active connection. Connections are polled every two seconds, so
 * that changed settings need no restart.
 */
export interface Mllp {
  /** Resolves when the messages in progress have been acknowledged. */
  stop(): Promise<void>;
  running(): boolean;
}

export interface MllpOptions {
  pollMs?: number;
  host?: string;
  listener?: Pick<ListenerOptions, 'watchMs' | 'maxFrame'>;
}

const POLL_MS = 2_000;

export function startMllp({ pollMs = POLL_MS, host = env.MLLP_HOST, listener = {} }: MllpOptions = {}): Mllp {
  const open = new Map<string, Listener>();
  /** Of the certificate in use on each TLS port. */
  const stamps = new Map<string, string>();
  const notes = new ConnectionProblems();

  async function follow(signal: AbortSignal): Promise<void> {
    const wanted = new Map((await listListening('mllp')).map((settings) => [settings.id, settings]));
    for (const [id, one] of open) {
      const settings = wanted.get(id);
      if (settings && isSamePlace(settings, one.settings)) one.update(settings);
      else {
        // Removed first: a port that is closing must not be reconciled again.
        open.delete(id);
        stamps.delete(id);
        await one.close();
        logger.info({ connection: showId('lab_connection', id) }, 'mllp: stopped listening');
      }
    }
    await renew();
    for (const [id, settings] of wanted) if (!signal.aborted && !open.has(id)) await listen(settings);
  }

  /** Open ports pick up a renewed certificate; existing connections stay open. An invalid certificate is not used. */
  async function renew(): Promise<void> {
    const stamp = stamps.size === 0 ? '' : await stampOfCertificate();
    for (const [id, one] of open) {
      const { settings } = one;
      if (!settings.tls || stamps.get(id) === stamp) continue;
      try {
        const certificate = await readCertificate();
        if (!certificate) continue;
        one.renew(certificate.secure);
        stamps.set(id, certificate.stamp);
        notes.clear(settings, 'tls_unavailable');
        logger.info({ connection: showId('lab_connection', id) }, 'mllp: certificate renewed');
      } catch (error) {
        notes.note(settings, 'tls_unavailable');
        logger.debug(safeError(error), 'mllp: the new certificate cannot be used, the old one is');
      }
    }
  }

  async function listen(settings: Listening): Promise<void> {
    const about = { connection: showId('lab_connection', settings.id), port: settings.port };
    const note = (problem: ConnectionProblem) => notes.note(settings, problem);
    try {
      const certificate = settings.tls ? await readCertificate() : null;
      const secure = certificate?.secure ?? null;
      const countRejected = (rejected: number) => notes.countRejected(settings, rejected);
      open.set(settings.id, await openListener(settings, { ...listener, host, secure, note, countRejected }));
      if (certificate) stamps.set(settings.id, certificate.stamp);
      notes.clear(settings, 'port_unavailable');
      notes.clear(settings, 'tls_unavailable');
      logger.info(about, 'mllp: listening');
    } catch (error) {
      note(isAboutTls(error) ? 'tls_unavailable' : 'port_unavailable');
      logger.debug({ ...about, ...safeError(error) }, 'mllp: cannot listen');
    }
  }

  async function end(): Promise<void> {
    const stopped = loop.stop();
    // Close at once: a poll may be in progress, and no further message may be accepted.
    await closeAll();
    await stopped;
    // Ports opened by that poll.
    await closeAll();
    open.clear();
  }

  const closeAll = () => Promise.all([...open.values()].map((one) => one.close()));

  const loop = startLoop({ name: 'mllp listeners', everyMs: pollMs }, follow);
  let ended: Promise<void> | undefined;
  return { stop: () => (ended ??= end()), running: loop.running };
}

const isSamePlace = (one: Listening, other: Listening): boolean =>
  one.port === other.port && one.tls === other.tls && one.orgId === other.orgId;

const isAboutTls = (error: unknown): boolean =>
  error instanceof NoCertificate || /^ERR_(OSSL|SSL|TLS)/.test((error as { code?: string }).code ?? '');

import { openGenerationIfMoved } from '../db/generations';
import { queryNamed } from '../db/prepared';
import { asWorker, type Tx } from '../db/transaction';
import { showId } from '../shared/ids';
import { env } from '../env';
import { startLoop } from '../jobs/loop';
import { logger } from '../logger';
import { safeError } from '../safe-error';
import { appendLines, compareHeads, headLine, openAnchorFile, type Head } from './anchor';
import { findLosses } from './losses';
import { seal, type Query, type Turn } from './seal';

/**
 * Makes the audit log tamper-evident: about every second the rows since the last seal are sealed, and every 30 seconds
 * the newest seals are written to the anchor file. Part of the worker role; several processes may run it, each with its
 * own anchor file.
 */
export interface Sealer {
  /** Resolves after the current turn, when its seals are anchored. */
  stop(): Promise<void>;
}

export interface SealerOptions {
  everyMs?: number;
  anchorEveryMs?: number;
  anchorFile?: string;
  batchRows?: number;
  now?: () => Date;
}

const EVERY_MS = 1_000;
/** Half of the guaranteed 60 s, so that one attempt may fail. */
const ANCHOR_EVERY_MS = 30_000;
const LONGEST_BACKOFF_MS = 30_000;
/** Part of the anchor file that is compared with the audit at the start: about 50,000 lines. */
const COMPARED_BYTES = 8_000_000;

/** For `/metrics`. */
interface Figures {
  seals: number;
  rows: number;
  /** Time of the oldest unsealed row. */
  waitingSince: Date | null;
  anchoredAt: Date | null;
  /** Organizations whose chain contradicts its anchors, without a declared restore. */
  faulty: number;
}

let figures: Figures | null = null;

/** Null in a process without a sealer. Ages are in seconds. */
export function sealerFigures(now = new Date()) {
  if (!figures) return null;
  const age = (since: Date | null) => (since ? Math.max(0, now.getTime() - since.getTime()) / 1000 : 0);
  return {
    seals: figures.seals,
    rows: figures.rows,
    unsealedSeconds: age(figures.waitingSince),
    anchorSeconds: age(figures.anchoredAt),
    faulty: figures.faulty,
  };
}

const HEADS = `
  select o.id as "orgId", s.number, encode(s.hash, 'hex') as hash from organizations o cross join lateral (
    select number, hash from audit_seals where org_id = o.id order by number desc limit 1) s`;

export const queryOf =
  (tx: Tx): Query =>
  <Row>(name: string, text: string, values: unknown[]) =>
    queryNamed<Row>(tx, { name, text }, values);

/** The newest seal of each organization. */
export async function readHeads(query: Query): Promise<Head[]> {
  const rows = await query<{ orgId: string; number: number; hash: string }>('audit_heads', HEADS, []);
  return rows.map(({ orgId, number, hash }) => ({ org: showId('organization', orgId), number, hash }));
}

export function startSealer(options: SealerOptions = {}): Sealer {
  const { everyMs = EVERY_MS, anchorEveryMs = ANCHOR_EVERY_MS, now = () => new Date() } = options;
  const anchorFile = options.anchorFile ?? env.AUDIT_ANCHOR_FILE;
  const written = new Map<string, Head>();
  const own: Figures = (figures = { seals: 0, rows: 0, waitingSince: null, anchoredAt: now(), faulty: 0 });
  let contradicted: string[] = [];
  let isCompared = false;
  let seen: string | null = null;
  let anchorAt = 0;

  async function sealAll(signal: AbortSignal): Promise<void> {
    let turn: Turn;
    do {
      const began = now();
      turn = await asWorker((tx) =>
        seal(queryOf(tx), {
          now: began,
          seen,
          ...(options.batchRows ? { batchRows: options.batchRows } : {}),
        }),
      );
      own.seals += turn.sealed.length;
      own.rows += turn.sealed.reduce((sum, { rowCount }) => sum + rowCount, 0);
      if (turn.elsewhere || turn.snapshot === seen) return;
      own.waitingSince = turn.waitingSince;
      if (turn.moved) {
        const generation = await openGenerationIfMoved();
        logger.error(
          { generation },
          'the database was moved to another PostgreSQL: a new generation is open',
        );
      }
      // Sealing changes the snapshot itself, so one more turn follows.
      seen = turn.sealed.length === 0 ? turn.snapshot : null;
    } while (turn.more && !signal.aborted);
  }

  async function anchor(): Promise<void> {
    if (!isCompared || contradicted.length > 0) await compareFile();
    isCompared = true;
    const heads = await asWorker((tx) => readHeads(queryOf(tx)));
    const compared = compareHeads(written, heads);
    setContradicted([...contradicted, ...compared.contradicted]);
    await appendLines(
      anchorFile,
      compared.fresh.map((head) => headLine(head, now())),
    );
    for (const head of compared.fresh) written.set(head.org, head);
    own.anchoredAt = now();
  }

  /** Also finds what changed while no sealer was running, and ends with the declaration of a restore. */
  async function compareFile(): Promise<void> {
    const file = await openAnchorFile(anchorFile).catch(() => null);
    if (!file) return;
    const { lost, declared } = await asWorker((tx) => findLosses(queryOf(tx), [file], COMPARED_BYTES));
    const isDeclared = new Set([...declared].map((id) => showId('organization', id)));
    setContradicted([
      ...contradicted.filter((org) => !isDeclared.has(org)),
      ...[...lost.values()].map(({ org }) => org),
    ]);
  }

  function setContradicted(orgs: readonly string[]): void {
    const next = [...new Set(orgs)];
    report('anchored seals are missing or changed: run "audit verify"', contradicted, next);
    contradicted = next;
    own.faulty = next.length;
  }

  /** Once per newly faulty organization, not at every turn. */
  function report(sentence: string, before: readonly string[], after: readonly string[]): void {
    const added = after.filter((org) => !before.includes(org));
    if (added.length > 0) logger.error({ organizations: added.slice(0, 20), count: added.length }, sentence);
  }

  const loop = startLoop(
    { name: 'audit sealer', everyMs, longestBackoffMs: LONGEST_BACKOFF_MS },
    async (signal) => {
      try {
        await sealAll(signal);
        if (now().getTime() < anchorAt) return;
        await anchor();
        anchorAt = now().getTime() + anchorEveryMs;
      } catch (error) {
        own.waitingSince ??= now();
        throw error;
      }
    },
  );

  async function end(): Promise<void> {
    await loop.stop();
    await anchor().catch((error: unknown) =>
      logger.warn(safeError(error), 'audit sealer: the last seals are anchored at the next start'),
    );
  }

  let ended: Promise<void> | undefined;
  return { stop: () => (ended ??= end()) };
}

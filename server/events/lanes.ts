import { isDeepStrictEqual } from 'node:util';
import { TOTAL_MS } from './send';
import type { DeliveryLease } from './results';

/**
 * What this process has leased, a lane for each webhook: a few are under way, the others were leased ahead and wait
 * for their turn. A quick receiver has as much ahead as it takes until the database is asked again; one that hangs or
 * fails has nothing ahead, so it holds no more than it always did.
 */

/** Of one receiver under way, over all processes. */
export const PER_HOOK = 4;
/** The longest send and as much again: what a killed worker had under way is taken up after half a minute. */
export const LEASE_MS = 2 * TOTAL_MS;
const MOST_AHEAD = 60;
/** What was leased ahead is sent only so long after the database said that it is still wanted. */
export const LOOK_HOLDS_MS = 250;
/** A send that begins later than that could outlive its lease. */
const LEAST_LEFT = TOTAL_MS + 1_000;

export interface Claimed extends DeliveryLease {
  /** Tries made before this one. */
  attempts: number;
  leaseUntil: Date;
  /** Version of the webhook when it was claimed. Pausing, enabling and rotating raise it. */
  hookVersion: number;
  eventId: string;
  eventType: string;
  body: string;
}

/** A webhook that may be sent to, as the database had it last. */
export interface Hook {
  orgId: string;
  id: string;
  version: number;
  url: string;
  secrets: { orgId: string; id: string; ciphertext: string }[];
}

export interface HookName {
  orgId: string;
  id: string;
}

interface Lane extends HookName {
  hook: Hook | null;
  waiting: Claimed[];
  running: number;
  /** Sends begun since the last turn. */
  begun: number;
  /** Sends that were taken since the last turn. */
  taken: number;
  ahead: number;
  /** A send has failed since the last turn was begun. */
  failed: boolean;
}

export interface Standing {
  /** Sends begun since the last time, which the rate of each webhook counts. */
  begun: (HookName & { count: number })[];
  /** How many each may have leased ahead. */
  ahead: (HookName & { count: number })[];
  /** Leases that are given back unsent. */
  returned: DeliveryLease[];
  /** Webhooks of which something waits: are they still to be sent to? */
  waiting: HookName[];
  /** How many may be leased now, over all webhooks. */
  room: number;
}

export class Lanes {
  readonly #lanes = new Map<string, Lane>();
  #returned: DeliveryLease[] = [];
  #running = 0;
  #lookedAt = -Infinity;
  #closed = false;

  /** @param slots sends at once, over all webhooks */
  constructor(
    private readonly slots: number,
    private readonly now: () => Date,
    private readonly ticks: () => number = () => performance.now(),
  ) {}

  /** What the next turn of the database must know. It is kept until `turned` says that it was told. */
  standing(): Standing {
    const lanes = [...this.#lanes.values()];
    for (const lane of lanes) {
      lane.ahead = Math.min(MOST_AHEAD, Math.max(2 * lane.taken, lane.ahead >> 1));
      lane.taken = 0;
      lane.failed = false;
    }
    const counts = (of: 'begun' | 'ahead') =>
      lanes.flatMap(({ orgId, id, [of]: count }) => (count > 0 ? [{ orgId, id, count }] : []));
    const [begun, ahead] = [counts('begun'), counts('ahead')];
    const held = lanes.reduce((sum, { waiting }) => sum + waiting.length, this.#running);
    return {
      begun,
      ahead,
      returned: [...this.#returned],
      waiting: lanes.flatMap(({ orgId, id, waiting }) => (waiting.length > 0 ? [{ orgId, id }] : [])),
      room: this.#closed ? 0 : Math.max(0, ahead.reduce((sum, { count }) => sum + count, this.slots) - held),
    };
  }

  /** The database has taken `told`, leased `claimed` and named the webhooks that may be sent to. */
  turned(told: Standing, claimed: readonly Claimed[], hooks: readonly Hook[]): void {
    this.#lookedAt = this.ticks();
    for (const { id, count } of told.begun) this.#lanes.get(id)!.begun -= count;
    const given = new Set(told.returned);
    this.#returned = this.#returned.filter((lease) => !given.has(lease));
    for (const one of claimed) this.#laneOf(one).waiting.push(one);
    const found = new Map(hooks.map((hook) => [hook.id, hook]));
    for (const lane of this.#lanes.values()) {
      const hook = found.get(lane.id) ?? null;
      // The same object as long as nothing has changed, so that its secrets are opened once.
      if (!isDeepStrictEqual(hook, lane.hook)) lane.hook = hook;
      const unwanted = this.#closed || lane.failed;
      this.#drop(lane, ({ hookVersion }) => unwanted || hookVersion !== lane.hook?.version);
      const { waiting, running, begun, ahead, taken } = lane;
      if (waiting.length + running + begun + ahead + taken === 0) this.#lanes.delete(lane.id);
    }
  }

  /** The next one to send, of the webhook that has the fewest under way; null when none may be sent now. */
  take(): { claimed: Claimed; hook: Hook } | null {
    if (this.#closed || this.#running >= this.slots) return null;
    // Nothing is sent on an old word of the database: the webhook may have been paused or deleted since.
    if (this.ticks() - this.#lookedAt > LOOK_HOLDS_MS) return null;
    const latest = this.now().getTime() + LEAST_LEFT;
    let chosen: Lane | null = null;
    for (const lane of this.#lanes.values()) {
      if (lane.waiting.length === 0 || lane.running >= (chosen?.running ?? PER_HOOK)) continue;
      const isLate = ({ leaseUntil }: Claimed) => leaseUntil.getTime() < latest;
      if (isLate(lane.waiting[0]!)) this.#drop(lane, isLate);
      if (lane.waiting.length > 0 && lane.hook) chosen = lane;
    }
    const claimed = chosen?.waiting.shift();
    if (!chosen?.hook || !claimed) return null;
    chosen.running++;
    chosen.begun++;
    this.#running++;
    // The last of those with as many under way, the next time.
    this.#lanes.delete(chosen.id);
    this.#lanes.set(chosen.id, chosen);
    return { claimed, hook: chosen.hook };
  }

  /** A send has ended. After a failure nothing more goes to the receiver that was leased before it. */
  ended(claimed: Claimed, failed: boolean): void {
    const lane = this.#laneOf(claimed);
    lane.running--;
    this.#running--;
    if (!failed) return void lane.taken++;
    lane.ahead = lane.taken = 0;
    lane.failed = true;
    this.#drop(lane, () => true);
  }

  /** Forgets what was leased for a webhook, whose leases then end by themselves. */
  forget(webhookId: string): void {
    const lane = this.#lanes.get(webhookId);
    if (lane) lane.waiting = [];
  }

  /** Nothing more is begun, and what waits is given back. */
  close(): void {
    this.#closed = true;
    for (const lane of this.#lanes.values()) this.#drop(lane, () => true);
  }

  /** Whether something waits that is given back or asked about in the next turn. */
  get unsettled(): boolean {
    return this.#returned.length > 0 || [...this.#lanes.values()].some(({ waiting }) => waiting.length > 0);
  }

  get returned(): readonly DeliveryLease[] {
    return this.#returned;
  }

  #drop(lane: Lane, isOver: (claimed: Claimed) => boolean): void {
    const over = lane.waiting.filter(isOver);
    if (over.length === 0) return;
    this.#returned.push(...over);
    lane.waiting = lane.waiting.filter((claimed) => !isOver(claimed));
  }

  #laneOf({ orgId, webhookId: id }: DeliveryLease): Lane {
    const found = this.#lanes.get(id);
    if (found) return found;
    const made = {
      orgId,
      id,
      hook: null,
      waiting: [],
      running: 0,
      begun: 0,
      taken: 0,
      ahead: 0,
      failed: false,
    };
    this.#lanes.set(id, made);
    return made;
  }
}

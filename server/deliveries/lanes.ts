import { isDeepStrictEqual } from 'node:util';
import { TOTAL_MS } from './send';
import type { DeliveryLease } from './results';

/**
 * Deliveries leased by this process, in one lane per webhook: a few are being sent, the others were leased ahead. A
 * fast receiver has enough leased ahead until the next database turn; a slow or failing one has none, so it occupies no
 * more than its few slots.
 */

/** Concurrent sends to one receiver, over all processes. */
export const PER_HOOK = 4;
/** Twice the longest send: deliveries of a killed worker are claimed again after half a minute. */
export const LEASE_MS = 2 * TOTAL_MS;
const MOST_AHEAD = 60;
/** A delivery leased ahead is sent only within this time after the database confirmed that it is still wanted. */
export const LOOK_HOLDS_MS = 250;
/** A send that starts with less time left could outlive its lease. */
const LEAST_LEFT = TOTAL_MS + 1_000;

export interface Claimed extends DeliveryLease {
  /** Previous attempts. */
  attempts: number;
  leaseUntil: Date;
  /** The webhook's version when claimed. Pausing, enabling and rotating increment it. */
  hookVersion: number;
  eventId: string;
  eventType: string;
  body: string;
}

/** A webhook that may receive deliveries, as last read from the database. */
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
  /** Sends started since the last turn. */
  begun: number;
  /** Successful sends since the last turn. */
  taken: number;
  ahead: number;
  /** A send has failed since the last turn started. */
  failed: boolean;
}

export interface Standing {
  /** Sends started since the last turn, counted against each webhook's rate. */
  begun: (HookName & { count: number })[];
  /** How many deliveries each webhook may have leased ahead. */
  ahead: (HookName & { count: number })[];
  /** Leases returned without sending. */
  returned: DeliveryLease[];
  /** Webhooks with leased deliveries, to confirm that they are still wanted. */
  waiting: HookName[];
  /** How many more may be leased, over all webhooks. */
  room: number;
}

export class Lanes {
  readonly #lanes = new Map<string, Lane>();
  #returned: DeliveryLease[] = [];
  #running = 0;
  #lookedAt = -Infinity;
  #closed = false;

  /** @param slots concurrent sends, over all webhooks */
  constructor(
    private readonly slots: number,
    private readonly now: () => Date,
    private readonly ticks: () => number = () => performance.now(),
  ) {}

  /** State for the next database turn. Kept until `turned` confirms it. */
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

  /** The database has processed `told`, leased `claimed` and returned the webhooks that may receive deliveries. */
  turned(told: Standing, claimed: readonly Claimed[], hooks: readonly Hook[]): void {
    this.#lookedAt = this.ticks();
    for (const { id, count } of told.begun) this.#lanes.get(id)!.begun -= count;
    const given = new Set(told.returned);
    this.#returned = this.#returned.filter((lease) => !given.has(lease));
    for (const one of claimed) this.#laneOf(one).waiting.push(one);
    const found = new Map(hooks.map((hook) => [hook.id, hook]));
    for (const lane of this.#lanes.values()) {
      const hook = found.get(lane.id) ?? null;
      // Keeps the same object while nothing has changed, so that its secrets are decrypted once.
      if (!isDeepStrictEqual(hook, lane.hook)) lane.hook = hook;
      const unwanted = this.#closed || lane.failed;
      this.#drop(lane, ({ hookVersion }) => unwanted || hookVersion !== lane.hook?.version);
      const { waiting, running, begun, ahead, taken } = lane;
      if (waiting.length + running + begun + ahead + taken === 0) this.#lanes.delete(lane.id);
    }
  }

  /** The next delivery, of the webhook with the fewest sends in progress; null if none may start now. */
  take(): { claimed: Claimed; hook: Hook } | null {
    if (this.#closed || this.#running >= this.slots) return null;
    // Does not send on outdated information: the webhook may have been paused or deleted since.
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
    // Moves the chosen lane to the end, so that lanes with equal load take turns.
    this.#lanes.delete(chosen.id);
    this.#lanes.set(chosen.id, chosen);
    return { claimed, hook: chosen.hook };
  }

  /** After a failure, deliveries leased ahead are not sent to that receiver. */
  ended(claimed: Claimed, failed: boolean): void {
    const lane = this.#laneOf(claimed);
    lane.running--;
    this.#running--;
    if (!failed) return void lane.taken++;
    lane.ahead = lane.taken = 0;
    lane.failed = true;
    this.#drop(lane, () => true);
  }

  /** Drops what was leased for a webhook; the leases expire. */
  forget(webhookId: string): void {
    const lane = this.#lanes.get(webhookId);
    if (lane) lane.waiting = [];
  }

  /** Starts no more sends and returns what was leased ahead. */
  close(): void {
    this.#closed = true;
    for (const lane of this.#lanes.values()) this.#drop(lane, () => true);
  }

  /** Whether leases remain to be returned or confirmed in the next turn. */
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

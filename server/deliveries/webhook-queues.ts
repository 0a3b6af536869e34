import { isDeepStrictEqual } from 'node:util';
import { TOTAL_MS } from './send';
import type { DeliveryLease } from './record-attempts';

/**
 * Deliveries leased by this process, in one queue per webhook: a few are being sent, the others were leased ahead. A
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

interface WebhookQueue extends HookName {
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

export interface QueueState {
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

export class WebhookQueues {
  readonly #queues = new Map<string, WebhookQueue>();
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
  state(): QueueState {
    const queues = [...this.#queues.values()];
    for (const queue of queues) {
      queue.ahead = Math.min(MOST_AHEAD, Math.max(2 * queue.taken, queue.ahead >> 1));
      queue.taken = 0;
      queue.failed = false;
    }
    const counts = (of: 'begun' | 'ahead') =>
      queues.flatMap(({ orgId, id, [of]: count }) => (count > 0 ? [{ orgId, id, count }] : []));
    const [begun, ahead] = [counts('begun'), counts('ahead')];
    const held = queues.reduce((sum, { waiting }) => sum + waiting.length, this.#running);
    return {
      begun,
      ahead,
      returned: [...this.#returned],
      waiting: queues.flatMap(({ orgId, id, waiting }) => (waiting.length > 0 ? [{ orgId, id }] : [])),
      room: this.#closed ? 0 : Math.max(0, ahead.reduce((sum, { count }) => sum + count, this.slots) - held),
    };
  }

  /** The database has processed `sent`, leased `claimed` and returned the webhooks that may receive deliveries. */
  turned(sent: QueueState, claimed: readonly Claimed[], hooks: readonly Hook[]): void {
    this.#lookedAt = this.ticks();
    for (const { id, count } of sent.begun) this.#queues.get(id)!.begun -= count;
    const given = new Set(sent.returned);
    this.#returned = this.#returned.filter((lease) => !given.has(lease));
    for (const one of claimed) this.#queueOf(one).waiting.push(one);
    const found = new Map(hooks.map((hook) => [hook.id, hook]));
    for (const queue of this.#queues.values()) {
      const hook = found.get(queue.id) ?? null;
      // Keeps the same object while nothing has changed, so that its secrets are decrypted once.
      if (!isDeepStrictEqual(hook, queue.hook)) queue.hook = hook;
      const unwanted = this.#closed || queue.failed;
      this.#drop(queue, ({ hookVersion }) => unwanted || hookVersion !== queue.hook?.version);
      const { waiting, running, begun, ahead, taken } = queue;
      if (waiting.length + running + begun + ahead + taken === 0) this.#queues.delete(queue.id);
    }
  }

  /** The next delivery, of the webhook with the fewest sends in progress; null if none may start now. */
  take(): { claimed: Claimed; hook: Hook } | null {
    if (this.#closed || this.#running >= this.slots) return null;
    // Does not send on outdated information: the webhook may have been paused or deleted since.
    if (this.ticks() - this.#lookedAt > LOOK_HOLDS_MS) return null;
    const latest = this.now().getTime() + LEAST_LEFT;
    let chosen: WebhookQueue | null = null;
    for (const queue of this.#queues.values()) {
      if (queue.waiting.length === 0 || queue.running >= (chosen?.running ?? PER_HOOK)) continue;
      const isLate = ({ leaseUntil }: Claimed) => leaseUntil.getTime() < latest;
      if (isLate(queue.waiting[0]!)) this.#drop(queue, isLate);
      if (queue.waiting.length > 0 && queue.hook) chosen = queue;
    }
    const claimed = chosen?.waiting.shift();
    if (!chosen?.hook || !claimed) return null;
    chosen.running++;
    chosen.begun++;
    this.#running++;
    // Moves the chosen queue to the end, so that queues with equal load take turns.
    this.#queues.delete(chosen.id);
    this.#queues.set(chosen.id, chosen);
    return { claimed, hook: chosen.hook };
  }

  /** After a failure, deliveries leased ahead are not sent to that receiver. */
  ended(claimed: Claimed, failed: boolean): void {
    const queue = this.#queueOf(claimed);
    queue.running--;
    this.#running--;
    if (!failed) return void queue.taken++;
    queue.ahead = queue.taken = 0;
    queue.failed = true;
    this.#drop(queue, () => true);
  }

  /** Drops what was leased for a webhook; the leases expire. */
  forget(webhookId: string): void {
    const queue = this.#queues.get(webhookId);
    if (queue) queue.waiting = [];
  }

  /** Starts no more sends and returns what was leased ahead. */
  close(): void {
    this.#closed = true;
    for (const queue of this.#queues.values()) this.#drop(queue, () => true);
  }

  /** Whether leases remain to be returned or confirmed in the next turn. */
  get unsettled(): boolean {
    return this.#returned.length > 0 || [...this.#queues.values()].some(({ waiting }) => waiting.length > 0);
  }

  get returned(): readonly DeliveryLease[] {
    return this.#returned;
  }

  #drop(queue: WebhookQueue, isOver: (claimed: Claimed) => boolean): void {
    const over = queue.waiting.filter(isOver);
    if (over.length === 0) return;
    this.#returned.push(...over);
    queue.waiting = queue.waiting.filter((claimed) => !isOver(claimed));
  }

  #queueOf({ orgId, webhookId: id }: DeliveryLease): WebhookQueue {
    const found = this.#queues.get(id);
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
    this.#queues.set(id, made);
    return made;
  }
}

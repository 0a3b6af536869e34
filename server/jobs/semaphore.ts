/**
 * Limits concurrent use in this process: slots for which work queues in order, and memory that is granted immediately
 * or denied.
 */
export class Semaphore {
  #free: number;
  readonly #waiting = { first: [] as (() => void)[], others: [] as (() => void)[] };

  /**
   * @param mostWaiting in each of the two queues
   * @param full the error when a queue is full
   */
  constructor(
    slots: number,
    private readonly mostWaiting: number,
    private readonly full: () => Error,
  ) {
    this.#free = slots;
  }

  /** @param first ahead of all work queued without it */
  async run<T>(work: () => Promise<T>, first = false): Promise<T> {
    if (this.#free > 0) this.#free--;
    else {
      const queue = first ? this.#waiting.first : this.#waiting.others;
      if (queue.length >= this.mostWaiting) throw this.full();
      await new Promise<void>((resolve) => queue.push(resolve));
    }
    try {
      return await work();
    } finally {
      // The slot is handed over, so that new work cannot take it in between.
      const next = this.#waiting.first.shift() ?? this.#waiting.others.shift();
      if (next) next();
      else this.#free++;
    }
  }
}

/** Bytes held in memory, in total and per owner. */
export class MemoryBudget {
  #used = 0;
  readonly #usedBy = new Map<string, number>();

  constructor(
    private readonly most: number,
    private readonly mostOfOne = most,
  ) {}

  get used(): number {
    return this.#used;
  }

  hasRoom(owner: string, bytes: number): boolean {
    return this.#used + bytes <= this.most && (this.#usedBy.get(owner) ?? 0) + bytes <= this.mostOfOne;
  }

  /** @param bytes negative to release */
  add(owner: string, bytes: number): void {
    this.#used += bytes;
    const left = (this.#usedBy.get(owner) ?? 0) + bytes;
    if (left > 0) this.#usedBy.set(owner, left);
    else this.#usedBy.delete(owner);
  }
}

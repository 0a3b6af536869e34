import type { Role } from '../../data-types/role-codes';
import type { DomainError } from '../../errors/domain-error';
import type { Changes } from './contract';
import { merged, type Reader } from './outbox';

/** Changes, with the position from which their reader resumes. */
export interface Batch {
  position: string;
  changes: Changes;
}

export interface Subscriber extends Reader {
  orgId: string;
  /** UUID */
  sessionId: string;
  role: Role;
}

/** Unread changes of an open connection: one batch, into which further ones are merged. */
export class Subscription {
  private unread: Batch | null = null;
  private isOver = false;
  private reason: DomainError | null = null;
  private wake = () => {};

  constructor(readonly subscriber: Subscriber) {}

  add({ position, changes }: Batch): void {
    this.unread = { position, changes: this.unread ? merged(this.unread.changes, changes) : changes };
    this.wake();
  }

  /** @param reason thrown to the reader; without one it reconnects */
  end(reason: DomainError | null = null): void {
    if (this.isOver) return;
    this.isOver = true;
    this.reason = reason;
    this.wake();
  }

  async *batches(): AsyncGenerator<Batch, void> {
    for (;;) {
      // Nothing is sent after the end: the reader may have lost access.
      if (this.reason) throw this.reason;
      if (this.isOver) return;
      const next = this.unread;
      this.unread = null;
      if (next) yield next;
      else await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }
}

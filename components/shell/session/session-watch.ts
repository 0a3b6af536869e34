/**
 * Watches the session of a tab: warns before its end, removes the content at its end, and follows other tabs. The
 * server is asked before either. Times are compared, because timers are unreliable.
 */
import { onPageEvents } from '../../client/page-headers';
import { markRouterRequests } from '../../client/router-requests';
import { isolate } from '../../format/isolate';
import { problemOf } from '../../ui/error-message';
import { keepDrafts } from '../../client/drafts/drafts-event';
import { afterActivity, afterAnswer, endOf, WARN_MS, type SessionClock } from './session-clock';
import { openChannel, type Channel, type EndReason, type TabMessage } from './tabs';
import { waitsForUpload } from './uploads';

export type View =
  | { kind: 'open' }
  /** `final`: the user cannot extend the session. */
  | { kind: 'warned'; leftMs: number; final: boolean; problem: boolean }
  | { kind: 'switched'; sentence: string }
  | { kind: 'ended' };

export const OPEN: View = { kind: 'open' };

/** The session as reported by the server with the page. */
export interface PageSession {
  organization: string;
  organizationName: string;
  person: string;
  personName: string;
  idleMs: number;
  /** Time left when the page was rendered, regardless of activity. */
  restLeftMs: number;
  /** The page follows the changes of the server, which reveal the end of the session. */
  isFollowing: boolean;
}

interface Left {
  idle_ms: number;
  rest_ms: number;
}

export interface SessionActions {
  ask(): Promise<Left>;
  extend(): Promise<Left>;
  /** Shows or hides all content. */
  conceal(hidden: boolean): void;
  /** Called after the content was removed. @param reason null if it is unknown */
  leave(reason: EndReason | null): void;
  /** Last chance to save drafts. */
  saveDrafts(): void;
}

/** Interval of the checks, so that the end of a sleep is noticed soon. */
const LOOK_MS = 20_000;
/** Interval of the requests of a visible page that does not follow changes. */
const ASK_MS = 60_000;

export class SessionWatch {
  private clock: SessionClock;
  private current: View = OPEN;
  private readonly listeners = new Set<() => void>();
  private timer = 0;
  private asking = false;
  private askedAt = Date.now();
  private channel: Channel | null = null;
  private reason: EndReason | null = null;

  constructor(
    private readonly page: PageSession,
    private readonly actions: SessionActions,
  ) {
    // Counted from the request of the page: the session continued while it loaded.
    const began = Date.now() - (typeof performance === 'undefined' ? 0 : performance.now());
    this.clock = {
      idleMs: page.idleMs,
      idleAt: began + page.idleMs,
      restAt: began + page.restLeftMs,
    };
  }

  readonly view = (): View => this.current;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  start(): () => void {
    markRouterRequests();
    this.channel = openChannel((message) => this.receive(message));
    const silent = onPageEvents({
      active: (at) => this.noteActivity(at),
      problem: ({ code, detail }) => {
        if (code === 'organisation_changed') this.switched(detail);
        else this.end(this.timedOut() ?? 'ended');
      },
    });
    const look = () => {
      if (!this.page.isFollowing) this.askedAt = 0;
      void this.look();
    };
    const away = (event: PageTransitionEvent) => event.persisted && this.actions.conceal(true);
    const back = (event: PageTransitionEvent) => event.persisted && void this.askBeforeShowing();
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    window.addEventListener('pagehide', away);
    window.addEventListener('pageshow', back);
    void this.look();
    // Sends the user and the organization of this page to other tabs.
    this.notifyTabs();
    return () => {
      window.clearTimeout(this.timer);
      silent();
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('pagehide', away);
      window.removeEventListener('pageshow', back);
      this.channel?.close();
      this.channel = null;
    };
  }

  /** The user confirmed their presence. */
  async extend(): Promise<void> {
    if (this.current.kind !== 'warned' || this.current.final || this.asking) return;
    await this.update(() => this.actions.extend());
    if (this.current.kind === 'warned' && endOf(this.clock) - Date.now() > WARN_MS) this.show(OPEN);
    this.notifyTabs();
    void this.look();
  }

  private get isOver(): boolean {
    return this.current.kind === 'ended' || this.current.kind === 'switched';
  }

  private async look(): Promise<void> {
    if (this.isOver || this.asking) return;
    window.clearTimeout(this.timer);
    if (this.left() <= WARN_MS && this.current.kind === 'open') {
      const waits = waitsForUpload(Date.now()) && this.clock.idleAt < this.clock.restAt;
      // Another tab may have extended it.
      if (this.left() <= 0) this.actions.conceal(true);
      await this.update(() => (waits ? this.actions.extend() : this.actions.ask()));
      if (this.isOver) return;
      if (this.left() <= 0) return this.end(this.timedOut());
      this.actions.conceal(false);
      if (this.left() <= WARN_MS) this.actions.saveDrafts();
    } else if (this.left() <= 0) {
      this.actions.conceal(true);
      await this.update(() => this.actions.ask());
      if (this.isOver) return;
      if (this.left() <= 0) return this.end(this.timedOut());
      this.actions.conceal(false);
    } else if (this.isDue()) {
      await this.update(() => this.actions.ask());
      if (this.isOver) return;
    }
    this.showTime();
  }

  private showTime(): void {
    const left = this.left();
    const { problem = false } = this.current.kind === 'warned' ? this.current : {};
    if (left > WARN_MS) this.show(OPEN);
    else
      this.show({
        kind: 'warned',
        leftMs: left,
        final: this.clock.restAt <= this.clock.idleAt,
        problem,
      });
    // Saves input made since the warning; once, in the second before the last.
    if (left <= 2_000 && left > 1_000) this.actions.saveDrafts();
    const next = left > WARN_MS ? Math.min(left - WARN_MS, LOOK_MS) : Math.min(left, left % 1000 || 1000);
    this.timer = window.setTimeout(() => void this.look(), next);
  }

  private isDue(): boolean {
    return !this.page.isFollowing && !document.hidden && Date.now() - this.askedAt >= ASK_MS;
  }

  private left(): number {
    return endOf(this.clock) - Date.now();
  }

  /** Asks the server, one request at a time; without a response the local clock decides. */
  private async update(question: () => Promise<Left>): Promise<void> {
    this.asking = true;
    const asked = (this.askedAt = Date.now());
    let problem = false;
    try {
      this.clock = afterAnswer(this.clock, asked, await question());
    } catch (thrown) {
      const { code, detail } = problemOf(thrown);
      if (code === 'missing_credentials') this.end(this.timedOut() ?? 'ended');
      else if (code === 'organisation_changed') this.switched(detail);
      else problem = true;
    } finally {
      this.asking = false;
    }
    if (this.current.kind === 'warned') this.show({ ...this.current, problem });
  }

  /** A page restored from the browser's memory stays hidden until the server confirms the session. */
  private async askBeforeShowing(): Promise<void> {
    if (this.isOver) return this.actions.leave(this.reason);
    let seen = false;
    let reason: EndReason | null = null;
    try {
      this.clock = afterAnswer(this.clock, Date.now(), await this.actions.ask());
      seen = true;
    } catch (thrown) {
      const { code, detail } = problemOf(thrown);
      if (code === 'organisation_changed') this.switched(detail);
      else if (code === 'missing_credentials') reason = 'ended';
    }
    if (!seen && !this.isOver) return this.end(this.timedOut() ?? reason);
    this.actions.conceal(false);
    void this.look();
  }

  private noteActivity(at: number): void {
    const before = this.clock.idleAt;
    this.clock = afterActivity(this.clock, at);
    if (this.clock.idleAt > before) this.notifyTabs();
    if (this.current.kind === 'warned') void this.look();
  }

  private notifyTabs(): void {
    const { organization, organizationName, person } = this.page;
    const { idleAt } = this.clock;
    this.channel?.send({ kind: 'alive', person, organization, organizationName, idleAt });
  }

  private receive(message: TabMessage): void {
    if (this.isOver) return;
    if (message.kind === 'ended') return this.end(message.reason ?? null, false);
    // Another user has signed in.
    if (message.person !== this.page.person) return this.end('other_user', false);
    if (message.organization !== this.page.organization)
      return this.switched(
        `You switched to ${isolate(message.organizationName)}. Nothing was changed. Reload the page.`,
      );
    this.clock = { ...this.clock, idleAt: Math.max(this.clock.idleAt, message.idleAt) };
    if (this.current.kind === 'warned') void this.look();
  }

  private switched(sentence = 'You switched to another organization. Reload the page.'): void {
    if (this.isOver) return;
    window.clearTimeout(this.timer);
    this.show({ kind: 'switched', sentence });
    this.actions.conceal(false);
  }

  /** The limit that the session has reached by the local clock. */
  private timedOut(): EndReason | null {
    if (this.left() > 0) return null;
    return this.clock.restAt <= this.clock.idleAt ? 'expired' : 'idle';
  }

  private end(reason: EndReason | null, notify = true): void {
    if (this.isOver) return;
    window.clearTimeout(this.timer);
    this.reason = reason;
    this.show({ kind: 'ended' });
    if (notify) this.channel?.send({ kind: 'ended', reason });
    // The content has been removed before this macrotask starts.
    window.setTimeout(() => {
      this.actions.conceal(false);
      this.actions.leave(reason);
    }, 0);
  }

  private show(view: View): void {
    if (this.current === view || (this.current.kind === 'open' && view.kind === 'open')) return;
    this.current = view;
    // These forms unmount with the session, not because the user left them.
    if (this.isOver) keepDrafts();
    for (const listener of this.listeners) listener();
  }
}

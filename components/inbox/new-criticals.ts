/**
 * Follows the changes of the server on a page: reads the counts again, and the results that have become critical since
 * the page was loaded.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { NewCriticalResults } from '@/server/domain/reviews/contract';
import { isLeading } from '../client/change-subscription';
import { displayedReport, hearChanges, type TabChanges } from '../client/changes';
import { backgroundTrpc } from '../client/query-client';
import { count } from '../format/numbers';
import { alertCritical, isAnyAlertOn } from './critical-alerts';
import { forgetUndismissed, keepUndismissed, readUndismissed } from './undismissed';

const { reviews } = backgroundTrpc;
const MOST_IDS = 100;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

export class NewCriticals {
  private readonly ids = new Set<string>();
  private readonly unmatched = new Set<string>();
  /** Report and its newest version that the user has viewed. */
  private readonly dismissed = new Map<string, number>();
  /** Results, escalations and assignments that the user was alerted of. */
  private readonly alerted = new Set<string>();
  /** Something may have become critical that was not read yet. */
  private isDue = false;
  private isReading = false;
  private plan: ReturnType<typeof planner> | null = null;
  private shown: NewCriticalResults | null = null;

  /**
   * @param since when the counts of the page were read
   * @param show called with the results that are neither signed nor matched nor dismissed
   */
  constructor(
    private readonly client: QueryClient,
    private readonly person: string,
    private since: string,
    private readonly show: (results: NewCriticalResults | null) => void,
  ) {}

  start(): () => void {
    const isReloaded = this.restore();
    const displayed = displayedReport();
    if (displayed) this.dismissed.set(displayed.id, displayed.version);
    const planned = (this.plan = planner({
      soon: () => {
        if (this.isDue) void this.client.invalidateQueries(reviews.getInboxMark.pathFilter());
        void this.read();
      },
      later: () => {
        void this.client.invalidateQueries(reviews.pathFilter());
        // The last attempt may have failed.
        if (this.isDue) void this.read();
      },
      retry: () => {
        if (this.isDue) void this.read();
      },
    }));
    const silent = hearChanges((changes) => {
      if (changes.dismissed) this.dismiss(changes.dismissed);
      if (changes.read) this.markRead(changes.read);
      const { critical, unmatched } = changes;
      const isCritical = critical.length > 0 || unmatched.length > 0 || changes.everything;
      for (const id of critical) {
        this.ids.add(id);
        // It has become critical again.
        this.dismissed.delete(id);
      }
      for (const id of unmatched) this.unmatched.add(id);
      // Users without an inbox hear only that the report is in a chart now.
      const isDone = changes.inbox || changes.charts.length > 0;
      if (isCritical) this.lookSoon();
      // A signature or a match, here or elsewhere, may end the banner.
      else if (isDone && this.shown) planned.soon();
      if (isDone && !isCritical && !changes.own) planned.later();
    });
    const seen = () => {
      if (this.isDue) void this.read();
    };
    document.addEventListener('visibilitychange', seen);
    if (isReloaded) this.lookSoon();
    return () => {
      silent();
      planned.cancel();
      document.removeEventListener('visibilitychange', seen);
    };
  }

  /** @returns whether a banner was open before the page was reloaded */
  private restore(): boolean {
    const kept = readUndismissed(this.person);
    if (!kept) return false;
    this.since = kept.since;
    for (const id of kept.ids) this.ids.add(id);
    for (const id of kept.unmatched) this.unmatched.add(id);
    for (const [id, version] of kept.dismissed) this.dismissed.set(id, version ?? Infinity);
    for (const key of kept.alerted) this.alerted.add(key);
    return true;
  }

  private keep(): void {
    if (!this.shown) return forgetUndismissed();
    keepUndismissed(this.person, {
      since: this.since,
      ids: [...this.ids],
      unmatched: [...this.unmatched],
      // `Infinity` has no JSON.
      dismissed: [...this.dismissed].map(([id, version]) => [id, version === Infinity ? null : version]),
      alerted: [...this.alerted],
    });
  }

  lookSoon(): void {
    this.isDue = true;
    this.plan?.soon();
  }

  private dismiss({ ids, upTo }: NonNullable<TabChanges['dismissed']>): void {
    for (const id of ids) this.dismissed.set(id, Infinity);
    if (upTo) {
      this.since = upTo;
      this.ids.clear();
      this.unmatched.clear();
      if (this.shown && this.shown.alarm.as_of <= upTo) return this.update(null);
      // Which of its results are newer is unknown.
      if (this.shown) this.lookSoon();
    }
    this.update(this.shown);
  }

  private markRead({ id, version }: NonNullable<TabChanges['read']>): void {
    this.dismissed.set(id, Math.max(version, this.dismissed.get(id) ?? 0));
    this.update(this.shown);
  }

  private async read(): Promise<void> {
    const { getInboxAlarm, listNewCriticalResults } = reviews;
    // A page in the background reads no patient, unless it is the one that alerts the user.
    if (document.visibilityState !== 'visible' && !(isLeading() && isAnyAlertOn(this.person)))
      return this.client.invalidateQueries(getInboxAlarm.pathFilter());
    // Its response may be older than the change: it is followed by another.
    if (this.isReading) {
      this.isDue = true;
      return;
    }
    this.isDue = false;
    this.isReading = true;
    try {
      const read = await this.client.fetchQuery(
        listNewCriticalResults.queryOptions({
          since: this.since,
          ids: [...this.ids].slice(-MOST_IDS),
          unmatched_ids: [...this.unmatched].slice(-MOST_IDS),
        }),
      );
      this.plan?.succeeded();
      this.client.setQueryData(getInboxAlarm.queryKey({}), (before) =>
        before && before.as_of > read.alarm.as_of ? before : read.alarm,
      );
      this.update(read);
    } catch {
      this.isDue = true;
      // Shows that the counts are not live, or reads at least them.
      void this.client.invalidateQueries(getInboxAlarm.pathFilter());
      this.plan?.retry();
      return;
    } finally {
      this.isReading = false;
    }
    if (this.isDue) await this.read();
  }

  private update(read: NewCriticalResults | null): void {
    const data = read?.data.filter(({ id, version }) => version > (this.dismissed.get(id) ?? 0)) ?? [];
    const unmatched = read?.unmatched.filter(({ id }) => !this.dismissed.has(id)) ?? [];
    this.shown = read && remaining(read, data, unmatched);
    const keys = [
      ...data.map(({ id, told, assigned }) => `${id} ${told} ${assigned}`),
      ...unmatched.map(({ id }) => id),
    ];
    const fresh = keys.filter((key) => !this.alerted.has(key));
    for (const key of fresh) this.alerted.add(key);
    if (fresh.length > 0 && isLeading())
      alertCritical(this.person, count(fresh.length, 'new critical result'));
    this.keep();
    this.show(this.shown);
  }
}

/** @param data those that are not dismissed, like `unmatched`. Others are only counted. */
function remaining(
  read: NewCriticalResults,
  data: NewCriticalResults['data'],
  unmatched: NewCriticalResults['unmatched'],
): NewCriticalResults | null {
  const total = read.total - read.data.length + data.length;
  if (total === 0 && unmatched.length === 0) return null;
  // Patients of unlisted results are unknown: rather one too many.
  const patientTotal =
    total > data.length ? read.patient_total : new Set(data.map(({ patient }) => patient.id)).size;
  return { ...read, data, total, patient_total: patientTotal, unmatched };
}

/**
 * Reads after a delay with a random part, because all pages of the organization receive a change at the same moment.
 * Further changes until then are read together with it.
 */
function planner(read: { soon: () => void; later: () => void; retry: () => void }) {
  const timers: { [which in keyof typeof read]?: number | undefined } = {};
  let pause = FIRST_PAUSE_MS;
  let isOver = false;
  const plan = (which: keyof typeof read, least: number, most: number) => {
    if (isOver) return;
    const run = () => {
      timers[which] = undefined;
      read[which]();
    };
    timers[which] ??= window.setTimeout(run, least + Math.random() * (most - least));
  };
  return {
    soon: () => plan('soon', 0, 500),
    later: () =>
      document.visibilityState === 'visible' ? plan('later', 1_000, 3_000) : plan('later', 10_000, 30_000),
    retry() {
      plan('retry', pause * 0.75, pause);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    },
    succeeded() {
      window.clearTimeout(timers.retry);
      timers.retry = undefined;
      pause = FIRST_PAUSE_MS;
    },
    cancel() {
      isOver = true;
      for (const timer of Object.values(timers)) window.clearTimeout(timer);
    },
  };
}

'use client';
/**
 * A form whose record another user may change meanwhile. It sends only what its user changed, together with the version
 * or the values it was filled with, and keeps what was typed when the record is loaded again.
 */
import { useEffect, useState } from 'react';
import { shownError, type ShownError } from '../ui/error-message';

type Names<T> = readonly (keyof T)[];

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Lists of texts have no order: check boxes and lines of a field. */
const comparable = (value: object): string =>
  JSON.stringify(
    Array.isArray(value) && value.every((one) => typeof one === 'string') ? value.toSorted() : value,
  );

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (isObject(one) && isObject(other) && comparable(one) === comparable(other));

const changedOf = <T extends object>(from: T, to: Partial<T>): Names<T> =>
  (Object.keys(to) as (keyof T)[]).filter((name) => !isSame(to[name], from[name]));

function pick<T extends object>(values: Partial<T>, names: Names<T>): Partial<T> {
  const picked: Partial<T> = {};
  for (const name of names) picked[name] = values[name];
  return picked;
}

/** What to send: the changed values. */
export const changedFrom = <T extends object>(base: T, typed: Partial<T>): Partial<T> =>
  pick(typed, changedOf(base, typed));

/** For a record without a version: in `was` also the values that the user saw before. */
export const changesFrom = <T extends object>(
  base: T,
  typed: Partial<T>,
): Partial<T> & { was: Partial<T> } => ({
  ...changedFrom(base, typed),
  was: pick(base, changedOf(base, typed)),
});

interface Filled<T> {
  /** Stored values when the form was filled. */
  base: T;
  /** `base` with what the user typed before a reload. */
  values: T;
  /** Key of the fields. */
  round: number;
  /** Changed by another user, at a reload, to other values than the user typed. */
  others: Names<T>;
}

/** The stored values of now, and what was typed in the form. A value that is not valid is not kept. */
export function refilled<T extends object>(before: Filled<T>, stored: T, typed: Partial<T> = {}): Filled<T> {
  const kept = changedOf(before.base, typed).filter((name) => !Number.isNaN(typed[name]));
  return {
    base: stored,
    values: { ...stored, ...pick(typed, kept) },
    round: before.round + 1,
    others: changedOf(before.base, stored).filter(
      (name) => !kept.includes(name) || !isSame(typed[name], stored[name]),
    ),
  };
}

/** The page was loaded again with a newer version: by an action of its user, or after a change of another. */
export function followed<T extends object>(before: Filled<T>, stored: T, typed: Partial<T>): Filled<T> {
  const fields = Object.keys(typed) as (keyof T)[];
  const changed = changedOf(before.base, stored).filter((name) => fields.includes(name));
  // The fields are left alone, with the cursor in one of them.
  if (changed.length === 0) return { ...before, base: stored };
  const next = refilled(before, stored, typed);
  return changedOf(before.base, typed).length === 0 ? { ...next, others: [] } : next;
}

const versionOf = (record: object): number => ('version' in record ? Number(record.version) : 0);

export interface SharedForm<T> extends Filled<T> {
  /** Fills the fields with the response to the change, which also clears typed secrets. */
  saved: (now: T) => void;
  /** Loads the stored values, and keeps what was typed. */
  reload: () => Promise<void>;
}

/** @param form what its fields contain, of every field, and how the record is loaded */
export function useSharedForm<T extends object>(
  stored: T,
  form: { read: () => Partial<T>; load: () => Promise<T> },
): SharedForm<T> {
  const [filled, setFilled] = useState<Filled<T>>({ base: stored, values: stored, round: 0, others: [] });
  useEffect(() => {
    if (versionOf(stored) > versionOf(filled.base)) setFilled(followed(filled, stored, form.read()));
    // Only when the page has loaded the record.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [stored]);
  return {
    ...filled,
    saved: (now) => setFilled({ ...refilled(filled, now), others: [] }),
    reload: async () => setFilled(refilled(filled, await form.load(), form.read())),
  };
}

/** State of a field that its form does not contain as text. It starts again with each round. */
export function useStateOfRound<Value>(round: number, initial: Value): [Value, (value: Value) => void] {
  const [kept, setKept] = useState({ round, value: initial });
  return [kept.round === round ? kept.value : initial, (value) => setKept({ round, value })];
}

/** For a dialog: the form shows that another user changed a value, and offers to reload. */
export function asOutdated(thrown: unknown): ShownError {
  const error = shownError(thrown);
  if (!error.isOutdated) throw thrown;
  return error;
}

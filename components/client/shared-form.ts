'use client';
/**
 * A form whose values another user may change meanwhile. It sends only what its user changed, together with the values
 * it was filled with, and stays filled with these until it is saved or reloaded.
 */
import { useState } from 'react';
import { shownError, type ShownError } from '../ui/error-message';

type Names<T> = readonly (keyof T)[];

const changedOf = <T extends object>(from: T, to: Partial<T>): Names<T> =>
  (Object.keys(to) as (keyof T)[]).filter((name) => to[name] !== from[name]);

function pick<T extends object>(values: Partial<T>, names: Names<T>): Partial<T> {
  const picked: Partial<T> = {};
  for (const name of names) picked[name] = values[name];
  return picked;
}

/** What to send: the changed values, and in `was` those that the user saw before. */
export function changesFrom<T extends object>(base: T, typed: Partial<T>): Partial<T> & { was: Partial<T> } {
  const names = changedOf(base, typed);
  return { ...pick(typed, names), was: pick(base, names) };
}

interface Filled<T> {
  /** Stored values when the form was filled. */
  base: T;
  /** `base` with what the user typed before a reload. */
  values: T;
  /** Key of the fields. */
  round: number;
  /** Changed by another user, at a reload. */
  others: Names<T>;
}

/** The stored values of now, and what was typed in the form. A value that is not valid is not kept. */
export function refilled<T extends object>(before: Filled<T>, stored: T, typed: Partial<T> = {}): Filled<T> {
  const kept = changedOf(before.base, typed).filter((name) => !Number.isNaN(typed[name]));
  return {
    base: stored,
    values: { ...stored, ...pick(typed, kept) },
    round: before.round + 1,
    others: changedOf(before.base, stored),
  };
}

export function useSharedForm<T extends object>(stored: T) {
  const [filled, setFilled] = useState<Filled<T>>({ base: stored, values: stored, round: 0, others: [] });
  return {
    ...filled,
    saved: (now: T) => setFilled({ ...refilled(filled, now), others: [] }),
    reloaded: (now: T, typed: Partial<T>) => setFilled(refilled(filled, now, typed)),
  };
}

/** For a dialog: the form shows that another user changed a value, and offers to reload. */
export function asOutdated(thrown: unknown): ShownError {
  const error = shownError(thrown);
  if (!error.isOutdated) throw thrown;
  return error;
}

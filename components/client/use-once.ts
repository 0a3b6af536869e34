'use client';
/** Retries of a change after a lost response: the server makes it once and returns the first response. */
import { useState } from 'react';
import { isOutcomeUnknown, problemOf } from '../ui/error-message';
import { withKey } from './client';

export type SendOptions = ReturnType<typeof withKey>;

export interface Once {
  /** Sends with one key until a response reports success. */
  send: <T>(call: (options: SendOptions) => Promise<T>) => Promise<T>;
  /** The key of a change that may have been made, without a response. */
  unanswered: () => string | null;
  /** @param key as returned by `unanswered`; null for another change */
  restart: (key: string | null) => void;
}

/** @param begun the key of an earlier attempt without a response */
export function once(begun: string | null = null): Once {
  let key = begun;
  let isUnanswered = begun !== null;
  const restart = (other: string | null) => {
    key = other;
    isUnanswered = other !== null;
  };
  return {
    unanswered: () => (isUnanswered ? key : null),
    restart,
    async send(call) {
      const wasUnanswered = isUnanswered;
      const isSent = navigator.onLine;
      key ??= crypto.randomUUID();
      isUnanswered = true;
      try {
        const answer = await call(withKey(key));
        restart(null);
        return answer;
      } catch (thrown) {
        const { code } = problemOf(thrown);
        // The first attempt succeeded, with other input: this one is another change.
        if (code === 'idempotency_key_reused') restart(null);
        else isUnanswered = wasUnanswered || (isSent && isOutcomeUnknown(code));
        throw thrown;
      }
    },
  };
}

export const useOnce = (begun: string | null = null): Once => useState(() => once(begun))[0];

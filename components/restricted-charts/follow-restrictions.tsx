'use client';
/**
 * Reads a list of several patients again when a chart is restricted, whose name and values must not stay. Not while the
 * pointer is on a row, which may move, nor while a dialog asks about the list.
 */
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { hearChanges } from '../client/changes';
import { quietly } from '../client/router-requests';

const IS_USED = '.inbox-row:hover, .stacked tbody tr:hover, dialog[open]';
const LOOK_MS = 500;
/** All pages of the organization receive a change at the same moment. */
const SPREAD_MS = 2_000;

interface FollowRestrictionsProps {
  /** The position of the page's data. */
  since: string;
  /** In the inbox: URL with the report open, because the page may open another one by default. */
  place?: string;
}

export function FollowRestrictions({ since, place }: FollowRestrictionsProps) {
  const router = useRouter();
  // Later data has missed nothing.
  const [first] = useState(since);
  const shown = useRef(place);
  useEffect(() => {
    shown.current = place;
  }, [place]);
  useEffect(() => {
    let timer = 0;
    const look = () => {
      if (document.visibilityState !== 'visible' || document.querySelector(IS_USED)) {
        timer = window.setTimeout(look, LOOK_MS);
        return;
      }
      const { current: url } = shown;
      if (url && new URL(url, window.location.href).pathname !== window.location.pathname)
        quietly(() => router.replace(url, { scroll: false }));
      else quietly(() => router.refresh());
    };
    const silent = hearChanges(({ restricted }) => {
      if (restricted.length === 0) return;
      window.clearTimeout(timer);
      timer = window.setTimeout(look, Math.random() * SPREAD_MS);
    }, first);
    return () => {
      silent();
      window.clearTimeout(timer);
    };
  }, [router, first]);
  return null;
}

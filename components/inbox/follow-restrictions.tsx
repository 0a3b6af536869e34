'use client';
/**
 * Reads the inbox again when a chart is restricted, whose name and values must not stay. Not while the pointer is on a
 * row, which may move, nor while a dialog asks about the list.
 */
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { hearChanges } from '../client/changes';
import { quietly } from '../client/router-requests';

const IS_USED = '.inbox-row:hover, dialog[open]';
const LOOK_MS = 500;
/** All pages of the organization receive a change at the same moment. */
const SPREAD_MS = 2_000;

/** @param place URL with the report open: the page may open another one by default */
export function FollowRestrictions({ place }: { place: string }) {
  const router = useRouter();
  useEffect(() => {
    let timer = 0;
    const look = () => {
      if (document.visibilityState !== 'visible' || document.querySelector(IS_USED)) {
        timer = window.setTimeout(look, LOOK_MS);
        return;
      }
      const isHere = new URL(place, window.location.href).pathname === window.location.pathname;
      quietly(() => (isHere ? router.refresh() : router.replace(place, { scroll: false })));
    };
    const silent = hearChanges(({ restricted }) => {
      if (restricted.length === 0) return;
      window.clearTimeout(timer);
      timer = window.setTimeout(look, Math.random() * SPREAD_MS);
    });
    return () => {
      silent();
      window.clearTimeout(timer);
    };
  }, [router, place]);
  return null;
}

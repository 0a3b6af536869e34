'use client';
/** `?` shows every key of the open page. `/` and Ctrl+K go to the search, `g` and a letter to a place, wherever one is. */
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { leaveFor } from '../session/leaving';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { describedKeys, type DescribedKey } from './described-keys';
import { areKeysOn, isTyped, switchKeys, useKeysOn, useSingleKeys } from './single-keys';

interface KeyMapProps {
  /** Places that `g` and a letter lead to. */
  places: readonly { key: string; href: string; label: string }[];
}

/** So long after `g` a letter means a place. */
const WAIT_MS = 1_500;

export function KeyMap({ places }: KeyMapProps) {
  const router = useRouter();
  const [shown, setShown] = useState<DescribedKey[] | null>(null);
  const since = useRef(-Infinity);
  const on = useKeysOn();

  useSingleKeys({
    '/': () => document.getElementById('frame-search')?.focus(),
    '?': () => setShown(describedKeys()),
    g: () => (since.current = performance.now()),
  });
  useEffect(() => {
    // With Ctrl it is no single letter: it works in a field, and when those are switched off.
    const find = (event: KeyboardEvent) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      document.getElementById('frame-search')?.focus();
    };
    document.addEventListener('keydown', find);
    return () => document.removeEventListener('keydown', find);
  }, []);
  useEffect(() => {
    // Before the keys of the page: after `g` a letter is no key of its own.
    const press = (event: KeyboardEvent) => {
      if (performance.now() - since.current > WAIT_MS || isTyped(event) || !areKeysOn()) return;
      since.current = -Infinity;
      const place = places.find(({ key }) => key === event.key);
      if (!place) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      leaveFor(place.href, () => router.push(place.href));
    };
    document.addEventListener('keydown', press, { capture: true });
    return () => document.removeEventListener('keydown', press, { capture: true });
  }, [places, router]);

  const everywhere: DescribedKey[] = [
    { key: '/', does: 'find a patient' },
    { key: 'Ctrl K', does: 'find a patient, from within a field too' },
    ...places.map(({ key, label }) => ({ key: `g ${key}`, does: label })),
    { key: '?', does: 'this list' },
  ];
  return (
    <Dialog
      open={shown !== null}
      onClose={() => setShown(null)}
      onSubmit={(event) => {
        event.preventDefault();
        setShown(null);
      }}
      title="Keys"
      actions={
        <>
          <Button type="submit" data-first-focus>
            Close
          </Button>
          <Button weight="secondary" onClick={() => switchKeys(!on)}>
            {on ? 'Switch these keys off' : 'Switch these keys on'}
          </Button>
        </>
      }
    >
      {shown && shown.length > 0 ? <Keys title="On this page" keys={shown} /> : null}
      <Keys title="Everywhere" keys={everywhere} />
      {on ? null : <p className="font-semibold">They are switched off in this browser.</p>}
    </Dialog>
  );
}

function Keys({ title, keys }: { title: string; keys: readonly DescribedKey[] }) {
  return (
    <>
      <h3 className="mt-2 font-semibold">{title}</h3>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {keys.map(({ key, does }) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="border border-control px-1.5 font-sans font-semibold">{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

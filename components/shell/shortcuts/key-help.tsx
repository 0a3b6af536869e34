'use client';
/** Which single letters do what on this page, and the switch for them. */
import { Button } from '../../ui/button';
import { switchKeys, useKeysOn } from './single-keys';

/** Each with what it does. */
export type PageKeys = readonly (readonly [key: string, does: string])[];

export function KeyHelp({ keys }: { keys: PageKeys }) {
  const on = useKeysOn();
  return (
    <p className="hidden min-w-0 flex-wrap items-center gap-x-3 text-sm text-ink-2 md:keys:flex">
      {on
        ? keys.map(([key, does]) => (
            <span key={key} className="whitespace-nowrap">
              <kbd className="border border-control px-1 font-sans font-semibold text-ink">{key}</kbd> {does}
            </span>
          ))
        : 'Shortcuts are off.'}
      <Button weight="quiet" className="text-sm" data-reads="" onClick={() => switchKeys(!on)}>
        {on ? 'Turn off shortcuts' : 'Turn on shortcuts'}
      </Button>
    </p>
  );
}

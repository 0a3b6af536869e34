'use client';
/** The single-key shortcuts of this page, and the button that turns them off. */
import { Button } from '../../ui/button';
import { switchKeys, useKeysOn } from './single-keys';

/** Each with its description. */
export type PageKeys = readonly (readonly [key: string, does: string])[];

interface KeyHelpProps {
  keys: PageKeys;
  /** False next to another line with the button. */
  hasSwitch?: boolean;
}

export function KeyHelp({ keys, hasSwitch = true }: KeyHelpProps) {
  const on = useKeysOn();
  if (!on && !hasSwitch) return null;
  return (
    <p className="hidden min-w-0 flex-wrap items-center gap-x-3 text-sm text-ink-2 md:keys:flex print:hidden">
      {on
        ? keys.map(([key, does]) => (
            <span key={key} className="whitespace-nowrap">
              <kbd className="border border-control px-1 font-sans font-semibold text-ink">{key}</kbd> {does}
            </span>
          ))
        : 'Shortcuts are off.'}
      {hasSwitch ? (
        <Button weight="quiet" className="text-sm" data-reads="" onClick={() => switchKeys(!on)}>
          {on ? 'Turn off shortcuts' : 'Turn on shortcuts'}
        </Button>
      ) : null}
    </p>
  );
}

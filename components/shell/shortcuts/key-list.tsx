'use client';
/** The shortcuts of the current page and the global ones, with the button that turns them off. */
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import type { DescribedKey } from './described-keys';
import { switchKeys, useKeysOn } from './single-keys';

interface KeyListProps {
  /** Of the current page; null while the list is closed. */
  shown: readonly DescribedKey[] | null;
  everywhere: readonly DescribedKey[];
  onClose: () => void;
}

export function KeyList({ shown, everywhere, onClose }: KeyListProps) {
  const on = useKeysOn();
  return (
    <Dialog
      open={shown !== null}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        onClose();
      }}
      title="Keyboard shortcuts"
      actions={
        <>
          <Button type="submit" data-first-focus>
            Close
          </Button>
          <Button weight="secondary" onClick={() => switchKeys(!on)}>
            {on ? 'Turn off shortcuts' : 'Turn on shortcuts'}
          </Button>
        </>
      }
    >
      {shown && shown.length > 0 ? <Keys title="On this page" keys={shown} /> : null}
      <Keys title="Everywhere" keys={everywhere} />
      {on ? null : <p className="font-semibold">Shortcuts are off in this browser.</p>}
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
            <dd className="first-letter:uppercase">{does}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

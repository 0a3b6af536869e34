'use client';
/** Opens and closes all nested fields of the list that follows it. */
import { useRef, useState } from 'react';
import { Button } from '../ui/button';

export function OpenFields() {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);

  function toggle() {
    for (const fold of box.current!.nextElementSibling!.querySelectorAll('details')) fold.open = !isOpen;
    setOpen(!isOpen);
  }

  return (
    <div ref={box} className="noscript:hidden print:hidden">
      <Button weight="quiet" className="-ml-2" onClick={toggle} data-reads="">
        {isOpen ? 'Close all fields' : 'Open all fields'}
      </Button>
    </div>
  );
}

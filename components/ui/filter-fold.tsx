'use client';
/** Folds a filter on a phone, where it would fill the screen. Without scripts it stays open (globals.css). */
import { useId, useState, type ReactNode } from 'react';
import { Button } from './button';
import { Icon } from './icons';

interface FilterFoldProps {
  /** Number of active restrictions. */
  active: number;
  /** The errors stay in view. */
  isInvalid: boolean;
  children: ReactNode;
}

export function FilterFold({ active, isInvalid, children }: FilterFoldProps) {
  const [isOpened, setIsOpened] = useState(false);
  const isOpen = isOpened || isInvalid;
  const id = useId();
  return (
    <>
      <div className="filter-opener print:hidden">
        <Button
          weight="secondary"
          aria-expanded={isOpen}
          aria-controls={id}
          data-reads=""
          onClick={() => setIsOpened(!isOpen)}
        >
          Filter
          {active > 0 ? (
            <span>
              ({active}
              <span className="sr-only"> active</span>)
            </span>
          ) : null}
          <Icon name="chevron" className={`size-3 shrink-0 ${isOpen ? 'rotate-180' : ''}`} />
        </Button>
      </div>
      <div id={id} className="filter-fold" data-folded={isOpen ? undefined : ''}>
        {children}
      </div>
    </>
  );
}

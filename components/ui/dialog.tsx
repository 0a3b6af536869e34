'use client';
/** A native modal dialog: focus, Escape and the inert page come from the browser. */
import { useEffect, useId, useRef, type ReactNode } from 'react';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  actions: ReactNode;
}

export function Dialog({ open, onClose, title, children, actions }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = box.current;
    if (!dialog) return;
    if (open && !dialog.open) dialog.showModal();
    if (!open && dialog.open) dialog.close();
  }, [open]);
  return (
    <dialog
      ref={box}
      aria-labelledby={titleId}
      onClose={onClose}
      className="w-[min(36rem,calc(100vw-2rem))] rounded border-2 border-ink bg-paper p-5 text-ink"
    >
      <h2 id={titleId} className="text-value font-semibold">
        {title}
      </h2>
      <div className="mt-2">{children}</div>
      <div className="mt-5 flex flex-wrap gap-2">{actions}</div>
    </dialog>
  );
}

'use client';
/** A native modal dialog: Escape, the inert page and the return of the focus come from the browser. */
import { useEffect, useId, useRef, type FormEvent, type ReactNode } from 'react';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  /** Pending: Escape does not close it. */
  stay?: boolean;
  wide?: boolean;
  /** Hides a dialog below it, which would stick out. */
  isAbove?: boolean;
  title: string;
  /** Read out when it opens. By default all content is, which suits dialogs without a list or a field. */
  description?: ReactNode;
  children: ReactNode;
  actions: ReactNode;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

/** A text field takes the focus before the marked button. A check box does not: Enter on it would confirm. */
const FIRST = 'input:not([type=checkbox]), [data-first-focus]';

/** Also if it is below the dialog. */
const isCovered = (field: HTMLElement, bar: HTMLElement): boolean =>
  !bar.contains(field) && field.getBoundingClientRect().bottom > bar.getBoundingClientRect().top;

export function Dialog(props: DialogProps) {
  const {
    open,
    onClose,
    stay = false,
    wide = false,
    isAbove = false,
    title,
    description,
    children,
    actions,
    onSubmit,
  } = props;
  const box = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const textId = useId();
  useEffect(() => {
    const dialog = box.current;
    if (!dialog) return;
    if (open && !dialog.open) {
      dialog.showModal();
      const first = dialog.querySelector<HTMLElement>(FIRST);
      first?.focus({ preventScroll: true });
      // Typing replaces a prefilled text.
      if (first instanceof HTMLInputElement) first.select();
      // What a decision is about is read before its reason: a field below the fold would scroll it out of view.
      dialog.scrollTop = 0;
      if (first && isCovered(first, bar.current!)) heading.current!.focus();
    }
    if (!open && dialog.open) dialog.close();
  }, [open]);
  return (
    <dialog
      ref={box}
      data-above={isAbove || undefined}
      aria-labelledby={titleId}
      aria-describedby={textId}
      onClose={onClose}
      onKeyDown={(event) => {
        // Not in `cancel`: a second Escape would close it even if that event is prevented.
        if (stay && event.key === 'Escape') event.preventDefault();
      }}
      className={`scroll-pb-20 rounded border-2 border-ink bg-paper p-5 text-ink ${
        wide ? 'w-[min(52rem,calc(100vw-2rem))]' : 'w-[min(36rem,calc(100vw-2rem))]'
      }`}
    >
      <form
        onSubmit={onSubmit}
        noValidate
        onKeyDown={(event) => {
          const isSubmit = event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat;
          // Not on the way out, which has the focus in a dialog without a field. Keys are pressed in elements.
          if (!isSubmit || !(event.target as Element).matches('input, textarea, select')) return;
          event.preventDefault();
          event.currentTarget.requestSubmit();
        }}
      >
        <h2 ref={heading} id={titleId} tabIndex={-1} className="text-section font-semibold wrap-anywhere">
          {title}
        </h2>
        <div id={textId} className="mt-2">
          {description ?? children}
        </div>
        {description ? <div className="mt-3">{children}</div> : null}
        {/* In view while the content of a long dialog is scrolled. */}
        <div
          ref={bar}
          className="sticky -bottom-5 -mx-5 mt-2 -mb-5 flex flex-wrap gap-2 bg-paper px-5 pt-3 pb-5"
        >
          {actions}
        </div>
      </form>
    </dialog>
  );
}

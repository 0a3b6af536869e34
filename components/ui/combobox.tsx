'use client';
/**
 * A text field with a list of suggestions, by the combobox pattern of the WAI-ARIA Authoring Practices: the focus stays in
 * the field, arrow keys move the active option, Enter chooses it, Escape closes the list.
 */
import {
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { describedBy, Field, type FieldText } from './field';
import { useListPlace } from './list-place';

interface ComboboxProps<Option extends { id: string }> extends Omit<FieldText, 'optional'> {
  text: string;
  onText: (text: string) => void;
  options: readonly Option[];
  /**
   * The options, or those for which it returns true, match the current text: Enter must not choose one of an earlier text.
   * @param isMovedTo by an arrow key, after the last change of the text
   */
  isCurrent: boolean | ((option: Option, isMovedTo: boolean) => boolean);
  /** Whether Enter chooses the first option, without an arrow key. */
  preselect?: boolean;
  onChoose: (option: Option) => void;
  /** Name of the list. */
  listLabel: string;
  children: (option: Option) => ReactNode;
  /**
   * The number of results, shown next to the hint, without one below the field, and read out when it changes. Without it,
   * the caller shows it.
   */
  status?: string;
  maxLength?: number;
  /** Of the field in a form. */
  name?: string;
  inputRef?: Ref<HTMLInputElement>;
  /** Heading of an option; options with the same one are adjacent. */
  groupOf?: (option: Option) => string;
  /** The list is part of the page below the field, always open. */
  isPart?: boolean;
  /** After the field, on its line. */
  after?: ReactNode;
  /** Enter without an option for the current text, unless an arrow key moved to one. */
  onEarlyEnter?: () => void;
  /** Escape while there is text: it closes the dialog around the field otherwise. */
  onClear?: () => void;
  /** The focus left the field. */
  onLeave?: () => void;
}

export function Combobox<Option extends { id: string }>({
  text,
  onText,
  options,
  isCurrent,
  preselect = true,
  onChoose,
  listLabel,
  children,
  status,
  maxLength,
  name,
  inputRef,
  groupOf,
  isPart = false,
  after,
  onEarlyEnter,
  onClear,
  onLeave,
  ...field
}: ComboboxProps<Option>) {
  const [open, setOpen] = useState(false);
  const [activeId, setActiveId] = useState<string | null>(null);
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  useImperativeHandle(inputRef, () => input.current!);
  const optionId = (option: Option) => `${listId}-${option.id}`;
  const isOpen = (open || isPart) && options.length > 0;
  const movedTo = options.findIndex(({ id }) => id === activeId);
  const at = movedTo === -1 && preselect ? 0 : movedTo;
  const active = (isOpen && options[at]) || null;
  const shownId = active && optionId(active);

  useListPlace(input, list, isOpen && !isPart);

  useEffect(() => {
    if (shownId) document.getElementById(shownId)?.scrollIntoView({ block: 'nearest' });
  }, [shownId]);

  function choose(option: Option) {
    setOpen(false);
    setActiveId(null);
    onChoose(option);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    // Enter and arrow keys of an input method belong to the input method.
    if (event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const isDown = event.key === 'ArrowDown';
      const next = isDown ? (at + 1) % options.length : (at > 0 ? at : options.length) - 1;
      if (isOpen) setActiveId(options[next]!.id);
      setOpen(true);
    } else if (event.key === 'Enter') {
      // Enter must not submit the form.
      event.preventDefault();
      const isReady =
        typeof isCurrent === 'function' ? active && isCurrent(active, active.id === activeId) : isCurrent;
      if (active && isReady) choose(active);
      else if (activeId === null) onEarlyEnter?.();
    } else if (event.key === 'Escape' && onClear && text !== '') {
      event.preventDefault();
      onClear();
    } else if (event.key === 'Escape' && isOpen && !isPart) {
      // Escape closes the list only, not the dialog around it.
      event.preventDefault();
      setOpen(false);
    }
  }

  const item = (option: Option) => (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the focus and chooses by Enter
    <li
      key={option.id}
      id={optionId(option)}
      role="option"
      aria-selected={option === active}
      // Keeps the focus in the field: a blur would close the list before the click lands.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => choose(option)}
      className={`target cursor-pointer border-b border-line px-3 py-2 last:border-b-0 ${
        option === active ? 'bg-accent-tint outline-2 -outline-offset-2 outline-accent' : 'hover:bg-canvas'
      }`}
    >
      {children(option)}
    </li>
  );

  return (
    <div>
      <Field {...field} status={field.hint ? <p role="status">{status}</p> : null}>
        <div className="flex gap-2">
          <input
            ref={input}
            id={field.id}
            name={name}
            role="combobox"
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={shownId ?? undefined}
            aria-describedby={describedBy(field)}
            aria-invalid={field.error ? true : undefined}
            autoComplete="off"
            maxLength={maxLength}
            className="control min-w-0"
            value={text}
            onChange={(event) => {
              onText(event.currentTarget.value);
              setActiveId(null);
              setOpen(true);
            }}
            onFocus={() => setOpen(true)}
            onBlur={() => {
              setOpen(false);
              onLeave?.();
            }}
            onKeyDown={onKeyDown}
          />
          {after}
        </div>
      </Field>
      <ul
        ref={list}
        id={listId}
        popover={isPart ? undefined : 'manual'}
        role="listbox"
        aria-label={listLabel}
        hidden={!isOpen}
        className={
          isPart
            ? 'mt-2 max-h-[50vh] overflow-y-auto border border-line max-sm:max-h-[40vh]'
            : 'inset-auto m-0 overflow-y-auto rounded border-2 border-ink bg-paper p-0 text-ink'
        }
      >
        {groupOf
          ? grouped(options, groupOf).map(([heading, ofGroup], index) => (
              <li key={heading} role="presentation">
                <p
                  id={`${listId}-group-${index}`}
                  role="presentation"
                  className="border-b border-line bg-canvas px-3 py-0.5 text-sm font-semibold text-ink-2"
                >
                  {heading}
                </p>
                <ul role="group" aria-labelledby={`${listId}-group-${index}`}>
                  {ofGroup.map(item)}
                </ul>
              </li>
            ))
          : options.map(item)}
      </ul>
      {field.hint || status === undefined ? null : (
        <p role="status" className="mt-1 min-h-6 text-sm text-ink-2">
          {status}
        </p>
      )}
    </div>
  );
}

/** In the order of the options. */
function grouped<Option>(
  options: readonly Option[],
  groupOf: (option: Option) => string,
): [heading: string, Option[]][] {
  const groups = new Map<string, Option[]>();
  for (const option of options) groups.set(groupOf(option), [...(groups.get(groupOf(option)) ?? []), option]);
  return [...groups];
}

'use client';
/**
 * A text field with a list of suggestions, by the combobox pattern of the WAI-ARIA Authoring Practices: the focus stays in
 * the field, arrow keys move the active option, Enter chooses it, Escape closes the list.
 */
import { useEffect, useId, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { describedBy, Field, type FieldText } from './field';

interface ComboboxProps<Option extends { id: string }> extends Omit<FieldText, 'optional'> {
  text: string;
  onText: (text: string) => void;
  options: readonly Option[];
  /** The options match the current text: Enter must not choose an option of an earlier text. */
  isCurrent: boolean;
  onChoose: (option: Option) => void;
  /** Name of the list. */
  listLabel: string;
  children: (option: Option) => ReactNode;
  /** The number of results, shown below the field and read out when it changes. */
  status: string;
  maxLength?: number;
  inputRef?: Ref<HTMLInputElement>;
}

export function Combobox<Option extends { id: string }>({
  text,
  onText,
  options,
  isCurrent,
  onChoose,
  listLabel,
  children,
  status,
  maxLength,
  inputRef,
  ...field
}: ComboboxProps<Option>) {
  const [open, setOpen] = useState(false);
  const [activeId, setActiveId] = useState<string | null>(null);
  const listId = useId();
  const optionId = (option: Option) => `${listId}-${option.id}`;
  const isOpen = open && options.length > 0;
  const at = Math.max(
    options.findIndex(({ id }) => id === activeId),
    0,
  );
  const active = isOpen ? options[at]! : null;
  const shownId = active && optionId(active);

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
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (isOpen) setActiveId(options[(at + step + options.length) % options.length]!.id);
      setOpen(true);
    } else if (event.key === 'Enter') {
      // Enter must not submit the form.
      event.preventDefault();
      if (active && isCurrent) choose(active);
    } else if (event.key === 'Escape' && isOpen) {
      // Escape closes the list only, not the dialog around it.
      event.preventDefault();
      setOpen(false);
    }
  }

  return (
    <div className="relative">
      <Field {...field}>
        <input
          ref={inputRef}
          id={field.id}
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={shownId ?? undefined}
          aria-describedby={describedBy(field)}
          aria-invalid={field.error ? true : undefined}
          autoComplete="off"
          maxLength={maxLength}
          className="control"
          value={text}
          onChange={(event) => {
            onText(event.currentTarget.value);
            setActiveId(null);
            setOpen(true);
          }}
          onFocus={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onKeyDown={onKeyDown}
        />
      </Field>
      <ul
        id={listId}
        role="listbox"
        aria-label={listLabel}
        hidden={!isOpen}
        className="absolute z-10 max-h-96 w-full overflow-y-auto rounded border-2 border-ink bg-paper"
      >
        {options.map((option) => (
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
              option === active
                ? 'bg-accent-tint outline-2 -outline-offset-2 outline-accent'
                : 'hover:bg-canvas'
            }`}
          >
            {children(option)}
          </li>
        ))}
      </ul>
      <p role="status" className="min-h-6 text-sm text-ink-2">
        {status}
      </p>
    </div>
  );
}

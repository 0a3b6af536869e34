'use client';
/** Settings of this browser only. */
import { useState, useSyncExternalStore } from 'react';
import { switchKeys, useKeysOn } from '../shell/shortcuts/single-keys';
import { rememberFlowOrder } from '../results/flow-order';
import { announce } from '../ui/live-region';

interface DisplaySettingsProps {
  person: string;
  newestFirst: boolean;
}

const never = () => () => undefined;

export function DisplaySettings({ person, newestFirst }: DisplaySettingsProps) {
  const keysOn = useKeysOn();
  const [newest, setNewest] = useState(newestFirst);
  // Before hydration, a choice would be lost.
  const ready = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return (
    <form className="max-w-2xl" onSubmit={(event) => event.preventDefault()}>
      <fieldset className="mb-6 border-t-2 border-ink pt-2" disabled={!ready}>
        <legend className="sr-only">Keyboard shortcuts</legend>
        <h2 className="text-value font-semibold">Keyboard shortcuts</h2>
        <Option
          kind="checkbox"
          name="keys"
          checked={keysOn}
          onChange={() => {
            switchKeys(!keysOn);
            announce(keysOn ? 'Single-letter shortcuts are off.' : 'Single-letter shortcuts are on.');
          }}
          label="Enable single-letter shortcuts"
          help="For example, s to sign. Inactive while you type. Press ? on any page for the list."
        />
      </fieldset>
      <fieldset className="border-t-2 border-ink pt-2" disabled={!ready}>
        <legend className="sr-only">Flow sheet</legend>
        <h2 className="text-value font-semibold">Flow sheet</h2>
        {[
          { value: false, label: 'Oldest first', help: 'Time runs from left to right, as in the graphs.' },
          { value: true, label: 'Newest first', help: 'The newest column is next to the tests.' },
        ].map(({ value, label, help }) => (
          <Option
            key={label}
            kind="radio"
            name="order"
            checked={newest === value}
            onChange={() => {
              setNewest(value);
              rememberFlowOrder(person, value);
              announce(`Flow sheet: ${label.toLowerCase()}.`);
            }}
            label={label}
            help={help}
          />
        ))}
      </fieldset>
    </form>
  );
}

interface OptionProps {
  kind: 'checkbox' | 'radio';
  name: string;
  checked: boolean;
  onChange: () => void;
  label: string;
  help: string;
}

function Option({ kind, name, checked, onChange, label, help }: OptionProps) {
  return (
    <label className="target flex cursor-pointer items-start gap-3 py-1.5">
      <input type={kind} name={name} checked={checked} onChange={onChange} className="mt-1 size-4" />
      <span>
        <span className="block font-semibold">{label}</span>
        <span className="block text-ink-2">{help}</span>
      </span>
    </label>
  );
}

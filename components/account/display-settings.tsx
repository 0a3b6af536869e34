'use client';
/** Theme and density belong to the account, the other settings to the browser. Each change applies at once. */
import { useRouter } from 'next/navigation';
import { useState, useSyncExternalStore } from 'react';
import { DENSITIES, THEMES, type Density, type Theme } from '@/server/domain/display-settings/rules';
import { api } from '../client/client';
import { PAGE_FACTS } from '../client/page-headers';
import { switchKeys, useKeysOn } from '../shell/shortcuts/single-keys';
import { rememberFlowOrder } from '../results/flow-order';
import { shownError } from '../ui/error-message';
import { showToast } from '../ui/toast';
import { AlertSettings } from './alert-settings';
import { Option } from './display-option';
import { THEME_LABELS } from './theme-words';
import { useProblem } from '../ui/use-problem';

interface DisplaySettingsProps {
  person: string;
  theme: Theme;
  density: Density;
  newestFirst: boolean;
  /** Roles without an inbox get no alerts. */
  hasInbox: boolean;
}

interface Words {
  label: string;
  help: string;
}

const THEME_HELP: Record<Theme, string> = {
  system: 'Light or dark, as your device is set.',
  light: 'Dark text on white.',
  dark: 'Light text on a dark page, for dim rooms.',
  'high-contrast': 'Black and white with stronger lines.',
};

const DENSITY_WORDS: Record<Density, Words> = {
  comfortable: { label: 'Comfortable', help: 'More space between rows.' },
  compact: { label: 'Compact', help: 'About a third more rows on the screen.' },
  dense: { label: 'Dense', help: 'As many rows as fit.' },
};

const never = () => () => undefined;

export function DisplaySettings({ person, theme, density, newestFirst, hasInbox }: DisplaySettingsProps) {
  const look = useLook({ theme, density });
  const keysOn = useKeysOn();
  const [newest, setNewest] = useState(newestFirst);
  // Before hydration, a choice would be lost.
  const ready = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return (
    <form
      className="max-w-2xl xl:max-w-6xl xl:columns-2 xl:gap-x-16 xl:*:break-inside-avoid"
      onSubmit={(event) => event.preventDefault()}
    >
      <p role="alert" className="mb-4 font-semibold text-error empty:hidden">
        {look.problem}
      </p>
      <fieldset className="mb-6 border-t-2 border-ink pt-2" disabled={!ready}>
        <legend className="sr-only">Theme</legend>
        <h2 className="text-section font-semibold">Theme</h2>
        {THEMES.map((value) => (
          <Option
            key={value}
            kind="radio"
            name="theme"
            checked={look.theme === value}
            onChange={() => void look.change({ theme: value }, `Theme: ${THEME_LABELS[value]}.`)}
            label={THEME_LABELS[value]}
            help={THEME_HELP[value]}
          />
        ))}
      </fieldset>
      <fieldset className="mb-6 border-t-2 border-ink pt-2" disabled={!ready}>
        <legend className="sr-only">Density</legend>
        <h2 className="text-section font-semibold">Density</h2>
        {DENSITIES.map((value) => (
          <Option
            key={value}
            kind="radio"
            name="density"
            checked={look.density === value}
            onChange={() => void look.change({ density: value }, `Density: ${DENSITY_WORDS[value].label}.`)}
            {...DENSITY_WORDS[value]}
          />
        ))}
      </fieldset>
      <fieldset className="mb-6 border-t-2 border-ink pt-2" disabled={!ready}>
        <legend className="sr-only">Keyboard shortcuts</legend>
        <h2 className="text-section font-semibold">Keyboard shortcuts</h2>
        <p className="text-ink-2">Saved in this browser only.</p>
        <Option
          kind="checkbox"
          name="keys"
          checked={keysOn}
          onChange={() => {
            switchKeys(!keysOn);
            showToast(keysOn ? 'Single-letter shortcuts are off.' : 'Single-letter shortcuts are on.');
          }}
          label="Enable single-letter shortcuts"
          help="For example, s to sign. Inactive while you type. Press ? on any page for the list."
        />
      </fieldset>
      {hasInbox ? <AlertSettings person={person} ready={ready} /> : null}
      <fieldset className="border-t-2 border-ink pt-2" disabled={!ready}>
        <legend className="sr-only">Flow sheet</legend>
        <h2 className="text-section font-semibold">Flow sheet</h2>
        <p className="text-ink-2">Saved in this browser only.</p>
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
              showToast(`Flow sheet: ${label.toLowerCase()}.`);
            }}
            label={label}
            help={help}
          />
        ))}
      </fieldset>
    </form>
  );
}

interface Look {
  theme: Theme;
  density: Density;
}

/** Applies a change before it is saved, and undoes it if saving fails. */
function useLook(saved: Look) {
  const router = useRouter();
  const [look, setLook] = useState(saved);
  const [problem, setProblem] = useProblem();

  function show(next: Look) {
    setLook(next);
    Object.assign(document.getElementById(PAGE_FACTS)!.dataset, next);
  }

  async function change(part: Partial<Look>, done: string) {
    const before = look;
    setProblem('');
    show({ ...before, ...part });
    try {
      await api.displaySettings.updateDisplaySettings.mutate(part);
      showToast(done);
      router.refresh();
    } catch (thrown) {
      show(before);
      setProblem(shownError(thrown).sentence);
    }
  }

  return { ...look, problem, change };
}

'use client';
/** The search of the whole portal: patients as you type, orders by number, actions and pages. Loaded on first use. */
import { skipToken, useQuery } from '@tanstack/react-query';
import { usePathname, useRouter } from 'next/navigation';
import { useLayoutEffect, useRef, useState } from 'react';
import { useFormat } from '#format';
import type { Role } from '@/server/data-types/role-codes';
import { mayBeLabNumber, orderNumberIn } from '@/server/domain/lab-orders/rules';
import { abilitiesOf } from '@/server/shared/scopes';
import type { Theme } from '@/server/domain/display-settings/rules';
import { THEME_LABELS } from '../../account/theme-words';
import { api } from '../../client/client';
import { PAGE_FACTS } from '../../client/page-headers';
import { trpc } from '../../client/query-client';
import { useDebounced } from '../../client/use-debounced';
import { formatName, namesakesOf } from '../../format/names';
import { count } from '../../format/numbers';
import { Button } from '../../ui/button';
import { Combobox } from '../../ui/combobox';
import { shownError } from '../../ui/error-message';
import { showToast } from '../../ui/toast';
import { typeInto } from '../../ui/type-into';
import { leaveFor } from '../session/leaving';
import { Matched } from '../../patients/matched';
import { IdentityFacts } from '../../patients/identity-facts';
import {
  isNamed,
  ORDERS,
  paletteOptions,
  palettePages,
  readVerb,
  type PaletteOption,
  type PalettePlace,
} from './palette-options';

export interface PaletteFacts {
  places: readonly PalettePlace[];
  role: Role;
}

interface PaletteProps {
  facts: PaletteFacts;
  /** ID of the field whose text is taken over. */
  field: string;
  /**
   * @param isChosen an option was chosen, so the page changes
   * @param text what was typed
   */
  onClose: (isChosen: boolean, text: string) => void;
}

const PAUSE_MS = 40;
const MIN_LETTERS = 2;
const MOST_PATIENTS = 8;
const MOST_ORDERS = 5;
const CHARTS = '/patients/pat_';
const CHART = /^\/patients\/(pat_[0-9a-z]+)/;

export function Palette({ facts, field, onClose }: PaletteProps) {
  const { places, role } = facts;
  const may = abilitiesOf(role);
  const router = useRouter();
  const [, chart] = CHART.exec(usePathname()) ?? [];
  const [text, setText] = useState('');
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const isChosen = useRef(false);

  // Before the next key: it must land in this field.
  useLayoutEffect(() => {
    const outside = document.getElementById(field) as HTMLInputElement;
    const box = dialog.current!;
    box.showModal();
    input.current!.focus();
    if (outside.value) typeInto(input.current!, outside.value);
    outside.value = '';
    // The backdrop belongs to the dialog.
    const leave = ({ target }: MouseEvent) => target === box && box.close();
    box.addEventListener('click', leave);
    return () => box.removeEventListener('click', leave);
  }, [field]);

  const { verb, words } = readVerb(text, may);
  const patients = usePatients(words, chart !== undefined);
  const isOfOrder = may.mayReadResults && verb === 'open';
  const number = isOfOrder ? orderNumberIn(words) : null;
  const orders = useOrders(isOfOrder ? words : '');
  const search = {
    isCurrent: patients.isCurrent && orders.isCurrent,
    problem: patients.problem || orders.problem,
  };
  const options = paletteOptions({
    text,
    may,
    patients: patients.shown,
    hasMore: patients.hasMore,
    isNone: patients.isNone,
    current: patients.recent.find(({ id }) => id === chart),
    pages: palettePages(text, places, may),
    orders: orders.shown,
  });
  const namesakes = namesakesOf(patients.shown);

  function close(chosen: boolean) {
    isChosen.current = chosen;
    dialog.current!.close();
  }

  function go(href: string) {
    close(true);
    leaveFor(href, () => router.push(href));
  }

  return (
    <dialog
      ref={dialog}
      aria-label="Search"
      onClose={() => onClose(isChosen.current, text)}
      // On a phone the keyboard covers the lower half.
      className="mt-[10vh] w-[min(42rem,calc(100vw-2rem))] rounded border-2 border-ink bg-paper p-0 text-ink max-sm:mt-2 max-sm:w-[calc(100vw-1rem)]"
    >
      <div className="p-4 max-sm:p-3">
        <Combobox<PaletteOption>
          id="palette-search"
          label="Find a patient, an action or a page"
          hint="Name, birth date, MRN, phone or order number"
          text={text}
          onText={setText}
          options={options}
          // Patients may still arrive above the first option.
          isCurrent={(option, isMovedTo) =>
            search.isCurrent || isNamed(option, text) || (isMovedTo && !option.href?.startsWith(CHARTS))
          }
          onEarlyEnter={() => {
            if (words.length < MIN_LETTERS) return;
            if (number !== null) return go(`/orders?number=${number}`);
            // Opens the chart of a single match, but not for an action on a patient.
            const query = { q: words, ...(verb === 'open' ? { go: '1' } : {}) };
            go(`/patients?${new URLSearchParams(query).toString()}`);
          }}
          onChoose={(option) => {
            if (option.href) return go(option.href);
            close(false);
            if (option.theme) void changeTheme(option.theme, () => router.refresh());
          }}
          listLabel="Results"
          groupOf={({ group }) => group}
          status={statusOf(text, options, search)}
          maxLength={200}
          inputRef={input}
          isPart
          after={
            <Button weight="secondary" className="sm:keys:hidden" onClick={() => close(false)}>
              Cancel
            </Button>
          }
        >
          {(option) =>
            option.patient ? (
              <PatientRow patient={option.patient} q={words} sameName={namesakes.has(option.patient.id)} />
            ) : (
              <bdi>{option.label}</bdi>
            )
          }
        </Combobox>
      </div>
    </dialog>
  );
}

function PatientRow({
  patient,
  q,
  sameName,
}: {
  q: string;
  patient: NonNullable<PaletteOption['patient']>;
  sameName: boolean;
}) {
  const format = useFormat();
  const [now] = useState(() => new Date().toISOString());
  const today = format.dayOf(now);
  return (
    <>
      <bdi className="font-semibold">
        <Matched text={formatName(patient.name)} q={q} />
      </bdi>
      {sameName ? (
        <span className="ml-2 border border-ink px-1.5 text-sm font-semibold">Same name</span>
      ) : null}
      <span className="block text-sm text-ink-2">
        <IdentityFacts patient={patient} today={today} q={q} />
      </span>
    </>
  );
}

/** Those with the typed number, which is ours or the laboratory’s. */
function useOrders(words: string) {
  const q = useDebounced(words, PAUSE_MS);
  const number = orderNumberIn(q);
  const isLabNumber = number === null && mayBeLabNumber(q);
  const byLab = isLabNumber ? { filler_order_number: q, limit: MOST_ORDERS } : skipToken;
  const found = useQuery(
    trpc.labOrders.listLabOrders.queryOptions(number === null ? byLab : { order_number: number, limit: 1 }, {
      trpc: { abortOnUnmount: true },
    }),
  );
  const isSearched = orderNumberIn(words) !== null || mayBeLabNumber(words);
  const isFound = isSearched && q === words && found.data !== undefined;
  return {
    shown: isFound
      ? found.data.data.map((order) => ({
          ...order,
          lab_number: isLabNumber ? order.transmission.filler_order_number : null,
        }))
      : [],
    isCurrent: !isSearched || isFound,
    problem: isSearched && q === words && found.error ? shownError(found.error).sentence : '',
  };
}

/** Recently viewed ones without input. @param isChart the patient of the chart is among them */
function usePatients(words: string, isChart: boolean) {
  const isSearched = words.length >= MIN_LETTERS;
  const q = useDebounced(words, PAUSE_MS);
  const recent = useQuery(
    trpc.patients.listRecentPatients.queryOptions(words === '' || isChart ? {} : skipToken, {
      staleTime: Infinity,
    }),
  );
  const found = useQuery(
    trpc.patients.findPatients.queryOptions(
      isSearched && q.length >= MIN_LETTERS ? { q, limit: MOST_PATIENTS } : skipToken,
      {
        // The list stays while a word is being completed, and disappears when another one is started.
        placeholderData: (before, query) => {
          const { q: earlier = '' } = (query?.queryKey[1]?.input ?? {}) as { q?: string };
          return earlier !== '' && (q.startsWith(earlier) || earlier.startsWith(q)) ? before : undefined;
        },
        trpc: { abortOnUnmount: true },
      },
    ),
  );
  const isFound = isSearched && q === words && found.data !== undefined && !found.isPlaceholderData;
  const failed = isSearched ? (q === words ? found.error : null) : recent.error;
  return {
    recent: recent.data?.data ?? [],
    shown: isSearched ? (found.data?.data ?? []) : words === '' ? (recent.data?.data ?? []) : [],
    hasMore: isSearched && (found.data?.has_more ?? false),
    isNone: isFound && found.data.data.length === 0,
    isCurrent: !isSearched || isFound,
    problem: failed ? shownError(failed).sentence : '',
  };
}

function statusOf(
  text: string,
  options: readonly PaletteOption[],
  { isCurrent, problem }: Pick<ReturnType<typeof usePatients>, 'isCurrent' | 'problem'>,
): string {
  if (problem) return `The search failed. ${problem} Press Enter to search on a page.`;
  if (text.trim() === '') return '';
  if (!isCurrent) return 'Searching…';
  if (options.every(({ id }) => id === 'create')) return `Nothing matches “${text.trim()}”.`;
  const ofPatients = options.filter(({ patient }) => patient).length;
  const ofOrders = options.filter(({ group }) => group === ORDERS).length;
  const other = options.length - ofPatients - ofOrders;
  return [
    ...(ofOrders > 0 ? [count(ofOrders, 'order')] : []),
    count(ofPatients, 'patient'),
    ...(other > 0 ? [count(other, 'action or page', 'actions and pages')] : []),
  ].join(', ');
}

/** As in the display settings: applied before it is saved, and undone if saving fails. */
async function changeTheme(theme: Theme, done: () => void): Promise<void> {
  const { dataset } = document.getElementById(PAGE_FACTS)!;
  const { theme: before = '' } = dataset;
  dataset.theme = theme;
  try {
    await api.displaySettings.updateDisplaySettings.mutate({ theme });
    showToast(`Theme: ${THEME_LABELS[theme]}.`);
    done();
  } catch (thrown) {
    dataset.theme = before;
    showToast({ sentence: shownError(thrown).sentence, isProblem: true });
  }
}

'use client';
/** Says which test a code is: searched in the catalogue, chosen, and confirmed beside what it changes. */
import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import type { CatalogTest } from '@/server/domain/catalog/contract';
import type { LabCode } from '@/server/domain/lab-codes/contract';
import { api } from '../../client/client';
import { isolate } from '../../format/isolate';
import { count } from '../../format/numbers';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { shownError } from '../../ui/error-message';
import { announce } from '../../ui/live-region';
import { TextField } from '../../ui/text-field';

const WAIT_MS = 200;
const MOST = 8;

type Found = Pick<CatalogTest, 'id' | 'name' | 'code'> & { loinc: string };

/** Tests and the parts of panels that have a LOINC number, each number once. */
function withLoinc(tests: readonly CatalogTest[]): Found[] {
  const found = new Map<string, Found>();
  for (const { id, name, code, loinc } of tests)
    if (loinc !== null && !found.has(loinc)) found.set(loinc, { id, name, code, loinc });
  return [...found.values()].slice(0, MOST);
}

export function MapCode({ code }: { code: LabCode }) {
  const router = useRouter();
  const [text, setText] = useState('');
  const [found, setFound] = useState<readonly Found[]>([]);
  const [said, setSaid] = useState('');
  const [chosen, setChosen] = useState<Found | null>(null);
  const name = code.name ?? code.code;

  useEffect(() => {
    const q = text.trim();
    if (q === '') return;
    const stop = new AbortController();
    const timer = window.setTimeout(async () => {
      try {
        const answer = await api.catalog.listCatalog.query({ q, limit: 25 }, { signal: stop.signal });
        if (stop.signal.aborted) return;
        const tests = withLoinc(answer.data);
        setFound(tests);
        setSaid(
          tests.length === 0
            ? `No test called “${q}” has a LOINC number.`
            : count(tests.length, 'test') + ' found.',
        );
      } catch (thrown) {
        if (!stop.signal.aborted) setSaid(shownError(thrown).sentence);
      }
    }, WAIT_MS);
    return () => {
      stop.abort();
      window.clearTimeout(timer);
    };
  }, [text]);

  return (
    <ConfirmDialog
      opener={{
        label: code.loinc ? 'Change' : 'Map',
        name: `${code.loinc ? 'Change the map of' : 'Map'} ${code.code}`,
        weight: 'quiet',
        onOpen: () => {
          setText(code.name ?? '');
          setChosen(null);
        },
      }}
      title={`Which test is ${isolate(name)}?`}
      confirm={chosen ? `Map to ${chosen.loinc}` : 'Map'}
      keep="Leave it"
      ready={chosen !== null}
      act={async () => {
        const done = await api.inboundReports.mapLabCode.mutate({ id: code.id, loinc: chosen!.loinc });
        announce(`${code.code} is mapped; ${count(done.lines_changed, 'line')} of earlier reports changed.`);
      }}
      done={() => router.refresh()}
    >
      <p className="mb-3">
        {code.laboratory} calls it <code className="font-mono">{code.code}</code>. It has come{' '}
        {count(code.count, 'time')}: results that are filed already get the LOINC number too, unless the
        laboratory sent one. No value and no name changes, and nobody is told anew.
      </p>
      <TextField
        id={`search-${code.id}`}
        label="Search the catalogue"
        value={text}
        autoComplete="off"
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <p role="status" className="min-h-6 text-sm text-ink-2">
        {said}
      </p>
      <fieldset>
        <legend className="sr-only">Tests found</legend>
        {text.trim() === ''
          ? null
          : found.map((test) => (
              <label
                key={test.loinc}
                htmlFor={`${code.id}-${test.loinc}`}
                className="target flex min-h-8 items-start gap-2.5 py-1"
              >
                <input
                  id={`${code.id}-${test.loinc}`}
                  type="radio"
                  name={`test-${code.id}`}
                  checked={chosen?.loinc === test.loinc}
                  onChange={() => setChosen(test)}
                  className="mt-0.5 size-5 shrink-0 accent-accent"
                />
                <span>
                  {test.name}
                  <span className="block text-sm text-ink-2">
                    LOINC {test.loinc}, our code {test.code}
                  </span>
                </span>
              </label>
            ))}
      </fieldset>
    </ConfirmDialog>
  );
}

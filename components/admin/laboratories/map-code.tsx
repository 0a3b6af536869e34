'use client';
/** Maps a code of a laboratory to a test: searched in the catalog, chosen, and confirmed next to what it changes. */
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { CatalogTest } from '@/server/domain/catalog/contract';
import type { LabCode } from '@/server/domain/lab-codes/contract';
import { api } from '../../client/client';
import { useTestLookup } from '../../client/use-test-lookup';
import { isolate } from '../../format/isolate';
import { count } from '../../format/numbers';
import { Combobox } from '../../ui/combobox';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { announce } from '../../ui/live-region';

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
  const [chosen, setChosen] = useState<Found | null>(null);
  const name = code.name ?? code.code;
  const { tests, isCurrent, problem } = useTestLookup(text, 25);
  const options = withLoinc(tests);

  function statusOf(): string {
    const q = text.trim();
    if (chosen) return `${chosen.name}, LOINC ${chosen.loinc}, is chosen.`;
    if (q === '' || problem) return problem;
    if (!isCurrent) return 'Searching…';
    return options.length > 0
      ? `${count(options.length, 'test')} found.`
      : `No test called “${q}” has a LOINC number.`;
  }

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
      <Combobox
        id={`search-${code.id}`}
        label="Search the catalog"
        text={text}
        onText={(typed) => {
          setText(typed);
          setChosen(null);
        }}
        options={chosen ? [] : options}
        isCurrent={isCurrent}
        onChoose={(test) => {
          setText(test.name);
          setChosen(test);
        }}
        listLabel="Tests found"
        status={statusOf()}
      >
        {(test) => (
          <>
            <span className="font-semibold">{test.name}</span>
            <span className="block text-sm text-ink-2">
              LOINC {test.loinc}, our code {test.code}
            </span>
          </>
        )}
      </Combobox>
    </ConfirmDialog>
  );
}

'use client';
/** Maps a laboratory code to a test of the catalog. */
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
import { showToast } from '../../ui/toast';

const MAX_OPTIONS = 8;

type Found = Pick<CatalogTest, 'id' | 'name' | 'code'> & { loinc: string };

/** Tests with a LOINC code, each code once. */
function withLoinc(tests: readonly CatalogTest[]): Found[] {
  const found = new Map<string, Found>();
  for (const { id, name, code, loinc } of tests)
    if (loinc !== null && !found.has(loinc)) found.set(loinc, { id, name, code, loinc });
  return [...found.values()].slice(0, MAX_OPTIONS);
}

export function MapCode({ code }: { code: LabCode }) {
  const router = useRouter();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<Found | null>(null);
  const name = code.name ?? code.code;
  const { tests, isSimilar, isCurrent, problem } = useTestLookup(text, 25);
  const options = withLoinc(tests);

  function statusOf(): string {
    const q = text.trim();
    if (chosen) return `Selected: ${chosen.name}, LOINC ${chosen.loinc}.`;
    if (q === '' || problem) return problem;
    if (!isCurrent) return 'Searching…';
    if (isSimilar && options.length > 0) return `No tests match “${q}”. Similar:`;
    return options.length > 0
      ? `${count(options.length, 'test')} found.`
      : `No tests with a LOINC code match “${q}”.`;
  }

  return (
    <ConfirmDialog
      opener={{
        label: code.loinc ? 'Change' : 'Map',
        name: `${code.loinc ? 'Change the mapping of' : 'Map'} ${code.code}`,
        weight: 'quiet',
        onOpen: () => {
          setText(code.name ?? '');
          setChosen(null);
        },
      }}
      title={`Map ${isolate(name)} to a test`}
      confirm={chosen ? `Map to ${chosen.loinc}` : 'Map'}
      missing={chosen === null ? 'Select a test.' : null}
      onConfirm={async () => {
        const done = await api.inboundReports.mapLabCode.mutate({ id: code.id, loinc: chosen!.loinc });
        showToast(`${code.code} mapped. ${count(done.lines_changed, 'earlier result')} updated.`);
      }}
      done={() => router.refresh()}
    >
      <p className="mb-3">
        Code <code className="font-mono">{code.code}</code> of {code.laboratory}, received{' '}
        {count(code.count, 'time')}. Filed results without a LOINC code are updated. Values stay the same.
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
        preselect={!isSimilar}
        onChoose={(test) => {
          setText(test.name);
          setChosen(test);
        }}
        listLabel="Matching tests"
        status={statusOf()}
      >
        {(test) => (
          <>
            <span className="font-semibold">{test.name}</span>
            <span className="block text-sm text-ink-2">
              LOINC {test.loinc}, code {test.code}
            </span>
          </>
        )}
      </Combobox>
    </ConfirmDialog>
  );
}

'use client';
/** A catalog file is chosen, checked, and imported as the check showed. */
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { CatalogImportPreview, CatalogLabList } from '@/server/domain/catalog/import-contract';
import { MAX_IMPORT_CHARACTERS } from '@/server/domain/catalog/rules';
import { api } from '../../client/client';
import { valueOf } from '../../client/form-values';
import { useOnce } from '../../client/use-once';
import { useSubmit } from '../../client/use-submit';
import { isolate } from '../../format/isolate';
import { count, formatBytes } from '../../format/numbers';
import { Button } from '../../ui/button';
import { ErrorSummary } from '../../ui/error-summary';
import type { Problem } from '../../ui/error-message';
import { Field, describedBy } from '../../ui/field';
import { LinkButton } from '../../ui/link-button';
import { Notice } from '../../ui/notice';
import { SelectField } from '../../ui/select-field';
import { showToast } from '../../ui/toast';
import { ImportPreview } from './import-preview';
import { importCounts } from './import-words';

const CATALOG = '/admin/lab-connections/tests';

interface Checked {
  /** Exactly what was checked. */
  input: { lab_id: string; lab_name: string; content: string; deactivate_missing: boolean };
  preview: CatalogImportPreview;
}

function fileProblem(file: FormDataEntryValue | null): string | null {
  if (!(file instanceof File) || file.size === 0) return 'Choose a CSV file that is not empty.';
  return file.size > MAX_IMPORT_CHARACTERS
    ? `The file must be at most ${formatBytes(MAX_IMPORT_CHARACTERS)}.`
    : null;
}

/** Spreadsheets save CSV as UTF-8 or in the code page of Windows. */
async function readText(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

export function ImportForm({ labs, lab }: { labs: CatalogLabList['data']; lab: string | undefined }) {
  const router = useRouter();
  const [checked, setChecked] = useState<Checked | null>(null);
  const check = useSubmit(async (data): Promise<Checked> => {
    const file = data.get('file');
    const chosen = labs.find(({ id }) => id === valueOf(data, 'lab_id'));
    const problem = fileProblem(file);
    if (!chosen || !(file instanceof File) || problem !== null)
      throw {
        code: 'validation_failed',
        errors: [
          ...(chosen ? [] : [{ pointer: '/lab_id', code: 'required', message: 'Choose a laboratory.' }]),
          ...(problem === null ? [] : [{ pointer: '/content', code: 'invalid_format', message: problem }]),
        ],
      } satisfies Problem;
    const input = {
      lab_id: chosen.id,
      lab_name: chosen.name,
      content: await readText(file),
      deactivate_missing: data.get('deactivate_missing') === 'on',
    };
    return { input, preview: await api.catalog.previewCatalogImport.mutate(input) };
  }, setChecked);
  const submission = useOnce();
  const take = useSubmit(
    () => {
      const input = { ...checked!.input, digest: checked!.preview.digest };
      return submission.send((options) => api.catalog.importCatalog.mutate(input, options));
    },
    (made) => {
      showToast(`${isolate(made.lab.name)}: ${importCounts(made)}.`);
      router.push(CATALOG);
      router.refresh();
    },
  );
  const file = { id: 'file', label: 'File', hint: 'CSV with a header line', error: check.at('/content') };
  const counts = checked?.preview.counts;
  const isReady = counts && counts.errors === 0 && counts.added + counts.changed + counts.deactivated > 0;
  return (
    <>
      <form
        method="post"
        {...check.form}
        onChange={() => setChecked(null)}
        className="mb-8 max-w-xl space-y-5"
        aria-label="Catalog file"
      >
        <ErrorSummary
          error={check.error}
          fields={[
            ['/lab_id', 'lab', 'Laboratory'],
            ['/content', 'file', 'File'],
          ]}
        />
        <SelectField
          id="lab"
          name="lab_id"
          label="Laboratory"
          empty="Choose a laboratory"
          options={labs.map(({ id, name }) => ({ value: id, label: name }))}
          defaultValue={lab ?? (labs.length === 1 ? labs[0]!.id : '')}
          error={check.at('/lab_id')}
        />
        <Field {...file}>
          <input
            id="file"
            name="file"
            type="file"
            accept=".csv,.txt,text/csv"
            className="control"
            aria-invalid={file.error ? true : undefined}
            aria-describedby={describedBy(file)}
          />
        </Field>
        <label className="target flex min-h-8 items-center gap-2.5">
          <input type="checkbox" name="deactivate_missing" className="size-5 accent-accent" />
          Deactivate tests that are not in the file
        </label>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" disabled={check.busy} weight={isReady ? 'secondary' : 'primary'}>
            {check.pending ? 'Checking' : 'Check file'}
          </Button>
          {isReady ? null : <Cancel />}
        </div>
      </form>
      {checked ? <ImportPreview preview={checked.preview} /> : null}
      {checked && isReady ? (
        <form method="post" {...take.form} className="mt-6 space-y-5" aria-label="Import">
          <ErrorSummary error={take.error} fields={[]} />
          {counts.deactivated > 0 ? (
            <Notice kind="problem">
              {count(counts.deactivated, 'test')} of {isolate(checked.input.lab_name)} will be deactivated. No
              one can order {counts.deactivated === 1 ? 'it' : 'them'} until the import is undone.
            </Notice>
          ) : null}
          <div className="flex flex-wrap gap-2">
            <Button
              type="submit"
              disabled={take.busy}
              weight={counts.deactivated > 0 ? 'destructive' : 'primary'}
            >
              {take.pending
                ? 'Importing'
                : counts.deactivated > 0
                  ? `Import and deactivate ${count(counts.deactivated, 'test')}`
                  : `Import for ${checked.input.lab_name}`}
            </Button>
            {/* Once sent, the import cannot be stopped, only undone. */}
            {take.pending ? null : <Cancel />}
          </div>
        </form>
      ) : null}
    </>
  );
}

const Cancel = () => (
  <LinkButton href={CATALOG} weight="secondary">
    Cancel
  </LinkButton>
);

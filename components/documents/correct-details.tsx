'use client';
/** Corrects title, type and date of a filed document. */
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { Document } from '@/server/domain/documents/contract';
import { CATEGORY_WORDS, MAX_REASON } from '@/server/domain/documents/rules';
import { api, onlyIf } from '../client/client';
import { defineFields } from '../client/form-fields';
import { useSubmit } from '../client/use-submit';
import { DATE_HINT, formatDate } from '../format/dates';
import { optionsOf } from '../format/words';
import { Button } from '../ui/button';
import { DateField } from '../ui/date-field';
import { Dialog } from '../ui/dialog';
import type { Problem } from '../ui/error-message';
import { ErrorSummary } from '../ui/error-summary';
import { SelectField } from '../ui/select-field';
import { TextField } from '../ui/text-field';
import { showToast } from '../ui/toast';
import { documentDateProblem, parseDocumentDate } from './document-date';

const FIELDS = defineFields({
  title: { pointer: '/title', label: 'Title', maxLength: 200 },
  category: { pointer: '/category', label: 'Type' },
  document_date: { pointer: '/document_date', label: 'Document date', optional: true, hint: DATE_HINT },
  reason: { pointer: '/reason', label: 'Reason', optional: true, maxLength: MAX_REASON },
});

function correctionIn(form: FormData, before: string | null) {
  const typed = FIELDS.read(form);
  const date = typed.document_date === null ? null : parseDocumentDate(typed.document_date);
  const errors: NonNullable<Problem['errors']> = [];
  if (typed.title === null)
    errors.push({ pointer: '/title', code: 'required', message: 'Title must not be empty.' });
  if (typed.document_date !== null && date === null)
    errors.push({
      pointer: '/document_date',
      code: 'invalid_format',
      message: `Document date is not valid. ${DATE_HINT}`,
    });
  // The date that a system sent may stay.
  const problem = date === null || date === before ? null : documentDateProblem(date);
  if (problem) errors.push({ pointer: '/document_date', code: 'out_of_range', message: problem });
  if (errors.length > 0) throw { code: 'validation_failed', errors } satisfies Problem;
  return {
    title: typed.title!,
    category: typed.category as Document['category'],
    ...(date === before ? {} : { document_date: date }),
    reason: typed.reason,
  };
}

export function CorrectDetails({ document }: { document: Document }) {
  const router = useRouter();
  const [isOpen, setIsOpen] = useState(false);
  const { form, busy, pending, error, setError } = useSubmit(
    async (data) =>
      api.documents.updateDocument.mutate(
        { id: document.id, ...correctionIn(data, document.document_date) },
        onlyIf(document.version),
      ),
    ({ version }) => {
      setIsOpen(false);
      showToast(version === document.version ? 'No changes to save.' : 'Details corrected.');
      router.refresh();
    },
  );
  const { field } = FIELDS.controls(error);

  function open() {
    setError(null);
    setIsOpen(true);
  }
  function close() {
    setIsOpen(false);
    if (error?.code === 'version_mismatch' || error?.code === 'invalid_state') router.refresh();
  }

  return (
    <>
      <Button weight="quiet" onClick={open}>
        Correct details
      </Button>
      <Dialog
        open={isOpen}
        onClose={close}
        stay={pending}
        title="Correct details"
        description="The history keeps the previous values. Connected systems are notified."
        onSubmit={form.onSubmit}
        actions={
          <>
            <Button type="submit" disabled={busy && !pending} aria-disabled={pending || undefined}>
              {pending ? 'Saving' : 'Save changes'}
            </Button>
            <Button
              weight="secondary"
              aria-disabled={pending || undefined}
              onClick={pending ? undefined : close}
            >
              Cancel
            </Button>
          </>
        }
      >
        {isOpen ? (
          <div className="space-y-3">
            <ErrorSummary error={error} fields={FIELDS.places} />
            <TextField {...field('title')} defaultValue={document.title} />
            <SelectField
              {...field('category')}
              options={optionsOf(CATEGORY_WORDS)}
              defaultValue={document.category}
            />
            <DateField
              {...field('document_date')}
              parse={parseDocumentDate}
              problemOf={(day) => (day === document.document_date ? null : documentDateProblem(day))}
              defaultValue={document.document_date ? formatDate(document.document_date) : ''}
            />
            <TextField {...field('reason')} />
          </div>
        ) : null}
      </Dialog>
    </>
  );
}

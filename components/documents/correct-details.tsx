'use client';
/** Corrects title, type and date of a filed document. */
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { Document } from '@/server/domain/documents/contract';
import { CATEGORY_WORDS, MAX_REASON } from '@/server/domain/documents/rules';
import { api, onlyIf } from '../client/client';
import { defineFields } from '../client/form-fields';
import { useSubmit } from '../client/use-submit';
import { DATE_HINT, formatDate, invalidDate } from '../format/dates';
import { optionsOf } from '../format/words';
import { Button } from '../ui/button';
import { DateField } from '../ui/date-field';
import { Dialog } from '../ui/dialog';
import { problemOf, type Problem } from '../ui/error-message';
import { ErrorSummary } from '../ui/error-summary';
import { Notice } from '../ui/notice';
import { SelectField } from '../ui/select-field';
import { TextField } from '../ui/text-field';
import { showToast } from '../ui/toast';
import { ChangedValues, type ChangedValue } from './changed-values';
import { documentDateProblem, parseDocumentDate } from './document-date';

const FIELDS = defineFields({
  title: { pointer: '/title', label: 'Title', maxLength: 200 },
  category: { pointer: '/category', label: 'Type' },
  document_date: { pointer: '/document_date', label: 'Document date', optional: true, hint: DATE_HINT },
  reason: { pointer: '/reason', label: 'Reason', optional: true, maxLength: MAX_REASON },
});

type Details = Pick<Document, 'title' | 'category' | 'document_date'> & { reason: string | null };

function detailsIn(form: FormData, before: string | null): Details {
  const typed = FIELDS.read(form);
  const date = typed.document_date === null ? null : parseDocumentDate(typed.document_date);
  const errors: NonNullable<Problem['errors']> = [];
  if (typed.title === null) errors.push({ pointer: '/title', code: 'required', message: 'Enter a title.' });
  if (typed.document_date !== null && date === null)
    errors.push({ pointer: '/document_date', code: 'invalid_format', message: invalidDate() });
  // The date that a system sent may stay.
  const problem = date === null || date === before ? null : documentDateProblem(date);
  if (problem) errors.push({ pointer: '/document_date', code: 'out_of_range', message: problem });
  if (errors.length > 0) throw { code: 'validation_failed', errors } satisfies Problem;
  return {
    title: typed.title!,
    category: typed.category as Document['category'],
    document_date: date,
    reason: typed.reason,
  };
}

const save = ({ id, version, document_date: before }: Document, { document_date, ...details }: Details) =>
  api.documents.updateDocument.mutate(
    { id, ...details, ...(document_date === before ? {} : { document_date }) },
    onlyIf(version),
  );

/** What the form starts from; a new one after another user changed the document. */
interface Round {
  /** React key: a new round resets the fields. */
  number: number;
  stored: Document;
  filled: Details;
  theirs: readonly ChangedValue[];
}

const FIELD_NAMES = ['title', 'category', 'document_date'] as const;

/** What the user changed stays; the rest is as stored now. */
function nextRound({ number, stored }: Round, mine: Details, newest: Document): Round {
  const kept = FIELD_NAMES.filter((field) => mine[field] !== stored[field]);
  return {
    number: number + 1,
    stored: newest,
    filled: {
      ...detailsOf(newest),
      ...Object.fromEntries(kept.map((field) => [field, mine[field]])),
      reason: mine.reason,
    },
    theirs: FIELD_NAMES.filter((field) => newest[field] !== stored[field]).map((field) => ({
      field,
      from: stored[field],
      to: newest[field],
    })),
  };
}

const detailsOf = ({ title, category, document_date }: Document): Details => ({
  title,
  category,
  document_date,
  reason: null,
});

const firstRound = (stored: Document): Round => ({
  number: 0,
  stored,
  filled: detailsOf(stored),
  theirs: [],
});

export function CorrectDetails({ document }: { document: Document }) {
  const router = useRouter();
  const [isOpen, setIsOpen] = useState(false);
  const [round, setRound] = useState(() => firstRound(document));
  const { stored, filled } = round;
  const { form, busy, pending, error, setError } = useSubmit<Document | Round>(
    async (data) => {
      const mine = detailsIn(data, stored.document_date);
      try {
        return await save(stored, mine);
      } catch (thrown) {
        if (problemOf(thrown).code !== 'version_mismatch') throw thrown;
        return nextRound(round, mine, await api.documents.getDocument.query({ id: stored.id }));
      }
    },
    (saved) => {
      if ('stored' in saved) return setRound(saved);
      setIsOpen(false);
      showToast(
        saved.version === stored.version
          ? 'No changes to save.'
          : {
              sentence: 'Details corrected.',
              undo: async () => {
                await save(saved, detailsOf(stored));
                return { sentence: 'Details restored.' };
              },
            },
      );
      router.refresh();
    },
  );
  const { field } = FIELDS.controls(error);

  function open() {
    setError(null);
    setRound(firstRound(document));
    setIsOpen(true);
  }
  function close() {
    setIsOpen(false);
    if (round.number > 0 || error?.code === 'invalid_state') router.refresh();
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
          <div key={round.number} className="space-y-3">
            <ErrorSummary error={error} fields={FIELDS.places} />
            {round.number > 0 ? (
              <Notice kind="problem" word="" live>
                <p className="font-semibold">Another user changed this document. Your entries are kept.</p>
                <ChangedValues changes={round.theirs} />
              </Notice>
            ) : null}
            <TextField {...field('title')} defaultValue={filled.title} />
            <SelectField
              {...field('category')}
              options={optionsOf(CATEGORY_WORDS)}
              defaultValue={filled.category}
            />
            <DateField
              {...field('document_date')}
              parse={parseDocumentDate}
              problemOf={(day) => (day === stored.document_date ? null : documentDateProblem(day))}
              defaultValue={filled.document_date ? formatDate(filled.document_date) : ''}
            />
            <TextField {...field('reason')} defaultValue={filled.reason ?? ''} />
          </div>
        ) : null}
      </Dialog>
    </>
  );
}

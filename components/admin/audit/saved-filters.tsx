'use client';
/** The user's saved filters of the audit log. Opening one is a link; saving and deleting need scripts. */
import { useRouter } from 'next/navigation';
import { useRef } from 'react';
import type { SavedAuditFilter } from '@/server/domain/audit-log/contract';
import { MAX_FILTER_NAME } from '@/server/domain/audit-log/rules';
import { api } from '../../client/client';
import { defineFields } from '../../client/form-fields';
import { once, useOnce } from '../../client/use-once';
import { useSubmit } from '../../client/use-submit';
import { isolate } from '../../format/isolate';
import { Button } from '../../ui/button';
import { shownError } from '../../ui/error-message';
import { ErrorSummary } from '../../ui/error-summary';
import { Icon } from '../../ui/icons';
import { TextField } from '../../ui/text-field';
import { TextLink } from '../../ui/text-link';
import { showToast } from '../../ui/toast';

interface SavedFiltersProps {
  filters: readonly (SavedAuditFilter & { href: string })[];
  /** Address of the page. */
  here: string;
  /** The filter of the page, if it can be saved. */
  current: SavedAuditFilter['filter'] | null;
}

/** Folded, so that the list starts on the first screen. The filters open in a row below the chips. */
export function SavedFilters(props: SavedFiltersProps) {
  const { length } = props.filters;
  return (
    <>
      <details className="group peer/saved print:hidden">
        <summary className="chip target gap-1.5">
          <Icon name="chevron" className="size-3 shrink-0 group-open:rotate-180" />
          {length > 0 ? `Saved filters (${length})` : 'Saved filters'}
        </summary>
      </details>
      <div className="order-last hidden basis-full peer-open/saved:block print:hidden">
        <SavedList {...props} />
      </div>
    </>
  );
}

function SavedList({ filters, here, current }: SavedFiltersProps) {
  const router = useRouter();
  const heading = useRef<HTMLHeadingElement>(null);

  async function remove(saved: SavedAuditFilter) {
    const name = isolate(saved.name);
    try {
      await api.auditLog.deleteAuditFilter.mutate({ name: saved.name });
    } catch (thrown) {
      showToast({
        sentence: `Filter “${name}” not deleted. ${shownError(thrown).sentence}`,
        isProblem: true,
      });
      return;
    }
    const submission = once();
    showToast({
      sentence: `Filter “${name}” deleted.`,
      undo: async () => {
        const input = { name: saved.name, filter: saved.filter };
        await submission.send((options) => api.auditLog.saveAuditFilter.mutate(input, options));
        return { sentence: `Undone. Filter “${name}” is saved.` };
      },
    });
    heading.current?.focus();
    router.refresh();
  }

  return (
    <section aria-labelledby="saved-filters" className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-2">
      <h2 id="saved-filters" ref={heading} tabIndex={-1} className="sr-only">
        Saved filters
      </h2>
      {filters.length === 0 && !current ? (
        <p className="text-sm text-ink-2">None. Apply a filter to save it.</p>
      ) : null}
      <ul className="flex flex-wrap gap-x-3 gap-y-1.5">
        {filters.map((saved) => (
          <li key={saved.name} className="flex max-w-full items-center">
            <TextLink
              href={saved.href}
              aria-current={saved.href === here ? 'true' : undefined}
              className="chip target min-w-0 wrap-anywhere whitespace-normal! text-ink"
            >
              <bdi>{saved.name}</bdi>
            </TextLink>
            <Button
              weight="quiet"
              onClick={() => void remove(saved)}
              aria-label={`Delete filter ${isolate(saved.name)}`}
            >
              Delete
            </Button>
          </li>
        ))}
      </ul>
      {current ? <SaveFilter key={here} filter={current} /> : null}
    </section>
  );
}

const FIELDS = defineFields({
  'filter-name': {
    pointer: '/name',
    label: 'Name for this filter',
    maxLength: MAX_FILTER_NAME,
    autoComplete: 'off',
  },
});

/** Saves the current filter. */
function SaveFilter({ filter }: Pick<SavedAuditFilter, 'filter'>) {
  const router = useRouter();
  const submission = useOnce();
  const { form, busy, error } = useSubmit(
    (data) => {
      const input = { name: FIELDS.read(data)['filter-name'] ?? '', filter };
      return submission.send((options) => api.auditLog.saveAuditFilter.mutate(input, options));
    },
    (saved) => {
      showToast(`Filter “${isolate(saved.name)}” saved.`);
      router.refresh();
    },
  );
  const { field } = FIELDS.controls(error);
  return (
    <form method="post" {...form} className="basis-full">
      <ErrorSummary error={error} fields={FIELDS.places} />
      <div className="flex flex-wrap items-end gap-3">
        <TextField {...field('filter-name')} className="max-w-full" />
        <Button type="submit" weight="secondary" disabled={busy}>
          Save filter
        </Button>
      </div>
    </form>
  );
}

'use client';
/** Changes and deletes an order set. */
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { OrderSet } from '@/server/domain/order-sets/contract';
import { api, onlyIf } from '../client/client';
import { useOnce } from '../client/use-once';
import { isolate } from '../format/isolate';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { problemOf, type Problem } from '../ui/error-message';
import { Notice } from '../ui/notice';
import { showToast, type Toast } from '../ui/toast';
import { missingIn, OrderSetFields, setTest, useSetErrors, type SetValues } from './order-set-fields';

const valuesOf = ({ name, tests, missing, lab }: OrderSet): SetValues => ({
  name,
  tests: [
    ...tests.map(setTest),
    ...missing.map(({ id, name }) => ({
      id,
      name,
      loinc: null,
      components: [],
      lab,
      isMissing: true,
    })),
  ],
  typed: '',
});

interface Editing {
  /** When the fields were filled. */
  stored: OrderSet;
  values: SetValues;
  /** Changed by another user since. */
  others: readonly string[];
}

const idsIn = ({ tests }: Pick<SetValues, 'tests'>): string => tests.map(({ id }) => id).join();

/** The stored set of now, and what was changed in the dialog. */
function rebased({ stored, values }: Editing, now: OrderSet): Editing {
  const [before, theirs] = [valuesOf(stored), valuesOf(now)];
  return {
    stored: now,
    values: {
      name: values.name.trim() === before.name ? theirs.name : values.name,
      tests: idsIn(values) === idsIn(before) ? theirs.tests : values.tests,
      typed: values.typed,
    },
    others: [
      ...(theirs.name === before.name ? [] : [`Name, now “${isolate(theirs.name)}”`]),
      ...(idsIn(theirs) === idsIn(before)
        ? []
        : [`Tests, now ${theirs.tests.map(({ name }) => isolate(name)).join(', ')}`]),
    ],
  };
}

const CHANGED: Problem = {
  code: 'changed_meanwhile',
  detail: 'Changed by another user. Check your changes, then save.',
};

const DELETED: Problem = {
  code: 'not_found',
  detail: 'Another user deleted this order set. Close the dialog.',
};

export function OrderSetActions({ set }: { set: OrderSet }) {
  const router = useRouter();
  /** Null before it is first opened. */
  const [editing, setEditing] = useState<Editing | null>(null);
  const values = editing?.values ?? null;
  const { nameError, clear, explain } = useSetErrors(`set-${set.id}-name`);
  async function save({ stored, values: { name, tests } }: Editing) {
    try {
      await api.orderSets.updateOrderSet.mutate(
        { id: set.id, name: name.trim(), test_ids: tests.map(({ id }) => id) },
        onlyIf(stored.version),
      );
    } catch (thrown) {
      const { code } = problemOf(thrown);
      if (code === 'not_found') throw DELETED;
      if (code !== 'version_mismatch') throw thrown;
      const { data } = await api.orderSets.listOrderSets.query({});
      const now = data.find(({ id }) => id === set.id);
      if (!now) throw thrown;
      setEditing((before) => before && rebased(before, now));
      router.refresh();
      throw CHANGED;
    }
  }
  const done = (toast: Toast | string) => {
    showToast(toast);
    router.refresh();
  };
  // A set is not created with a test that is no longer offered.
  const isRestorable = set.missing.length === 0;
  const restoring = useOnce();
  async function restore() {
    const input = { name: set.name, test_ids: set.tests.map(({ id }) => id) };
    await restoring.send((options) => api.orderSets.createOrderSet.mutate(input, options));
    return { sentence: `Order set ${isolate(set.name)} restored.` };
  }
  return (
    <div className="flex flex-wrap gap-x-4">
      <ConfirmDialog
        opener={{
          label: 'Edit',
          weight: 'quiet',
          name: `Edit order set ${set.name}`,
          onOpen: () => {
            setEditing({ stored: set, values: valuesOf(set), others: [] });
            clear();
          },
        }}
        title={`Edit order set ${isolate(set.name)}`}
        description="The set changes for all users of the organization. Placed orders are unchanged."
        confirm="Save order set"
        missing={values && missingIn(values)}
        onConfirm={() => save(editing!)}
        explain={explain}
        done={() => done(`Order set ${isolate(values!.name.trim())} saved.`)}
      >
        {editing && editing.others.length > 0 ? (
          <Notice word="Changed by another user" className="mb-3 wrap-anywhere">
            {editing.others.join('. ')}.
          </Notice>
        ) : null}
        {values ? (
          <OrderSetFields
            id={`set-${set.id}`}
            values={values}
            nameError={nameError}
            onChange={(next) =>
              setEditing((before) => before && { ...before, values: next(before.values) ?? before.values })
            }
          />
        ) : null}
      </ConfirmDialog>
      <ConfirmDialog
        opener={{ label: 'Delete', weight: 'quiet', name: `Delete order set ${set.name}` }}
        title={`Delete order set ${isolate(set.name)}?`}
        confirm="Delete order set"
        isDestructive
        onConfirm={() => api.orderSets.deleteOrderSet.mutate({ id: set.id })}
        done={() =>
          done({
            sentence: `Order set ${isolate(set.name)} deleted.`,
            ...(isRestorable ? { undo: restore } : {}),
          })
        }
      >
        <p className="mb-3">Placed orders are unchanged.{isRestorable ? '' : ' This cannot be undone.'}</p>
      </ConfirmDialog>
    </div>
  );
}

'use client';
/** Changes and deletes an order set. */
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { OrderSet } from '@/server/domain/order-sets/contract';
import { api, onlyIf } from '../client/client';
import { isolate } from '../format/isolate';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { showToast, type Toast } from '../ui/toast';
import { isComplete, OrderSetFields, setProblem, setTest, type SetValues } from './order-set-fields';

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

export function OrderSetActions({ set }: { set: OrderSet }) {
  const router = useRouter();
  /** Null before it is first opened. */
  const [values, setValues] = useState<SetValues | null>(null);
  const done = (toast: Toast | string) => {
    showToast(toast);
    router.refresh();
  };
  // A set is not created with a test that is no longer offered.
  const isRestorable = set.missing.length === 0;
  async function restore() {
    await api.orderSets.createOrderSet.mutate({ name: set.name, test_ids: set.tests.map(({ id }) => id) });
    return { sentence: `Order set ${isolate(set.name)} restored.` };
  }
  return (
    <div className="flex flex-wrap gap-x-4">
      <ConfirmDialog
        opener={{
          label: 'Edit',
          weight: 'quiet',
          name: `Edit order set ${set.name}`,
          onOpen: () => setValues(valuesOf(set)),
        }}
        title={`Edit order set ${isolate(set.name)}`}
        description="It changes for all users of the organization. Placed orders are unchanged."
        confirm="Save order set"
        ready={values !== null && isComplete(values)}
        onConfirm={() =>
          api.orderSets.updateOrderSet.mutate(
            {
              id: set.id,
              name: values!.name.trim(),
              test_ids: values!.tests.map(({ id }) => id),
            },
            onlyIf(set.version),
          )
        }
        explain={setProblem}
        done={() => done(`Order set ${isolate(values!.name.trim())} saved.`)}
      >
        {values ? <OrderSetFields id={`set-${set.id}`} values={values} onChange={setValues} /> : null}
      </ConfirmDialog>
      <ConfirmDialog
        opener={{ label: 'Delete', weight: 'quiet', name: `Delete order set ${set.name}` }}
        title={`Delete order set ${isolate(set.name)}?`}
        confirm="Delete order set"
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

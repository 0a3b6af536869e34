'use client';
/** Creates an order set from tests of the catalog. */
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { api } from '../client/client';
import { useOnce } from '../client/use-once';
import { isolate } from '../format/isolate';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { showToast } from '../ui/toast';
import { missingIn, OrderSetFields, useSetErrors, type SetValues } from './order-set-fields';

const ID = 'new-set';
const EMPTY: SetValues = { name: '', tests: [], typed: '' };

export function NewOrderSet() {
  const router = useRouter();
  /** Null before it is first opened. */
  const [values, setValues] = useState<SetValues | null>(null);
  const submission = useOnce();
  const { nameError, clear, explain } = useSetErrors(`${ID}-name`);
  return (
    <ConfirmDialog
      opener={{
        label: 'New order set',
        weight: 'primary',
        onOpen: () => {
          setValues(EMPTY);
          clear();
        },
      }}
      title="New order set"
      description="All users of the organization can order this set."
      confirm="Save order set"
      missing={values && missingIn(values)}
      onConfirm={() => {
        const input = { name: values!.name.trim(), test_ids: values!.tests.map(({ id }) => id) };
        return submission.send((options) => api.orderSets.createOrderSet.mutate(input, options));
      }}
      explain={explain}
      done={() => {
        showToast(`Order set ${isolate(values!.name.trim())} saved.`);
        router.refresh();
      }}
    >
      {values ? <OrderSetFields id={ID} values={values} nameError={nameError} onChange={setValues} /> : null}
    </ConfirmDialog>
  );
}

'use client';
/** Saves the tests of an order as a named set. */
import { useState } from 'react';
import { MAX_SET_NAME } from '@/server/domain/order-sets/rules';
import { api } from '../client/client';
import { useOnce } from '../client/use-once';
import { isolate } from '../format/isolate';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { TextField } from '../ui/text-field';
import { showToast } from '../ui/toast';
import { useSetErrors } from './order-set-fields';

const NAME = 'order-set-name';

export function SaveOrderSet({ testIds, tests }: { testIds: readonly string[]; tests: string }) {
  const [name, setName] = useState('');
  const submission = useOnce();
  const { nameError, clear, explain } = useSetErrors(NAME);
  return (
    <ConfirmDialog
      opener={{
        label: 'Save as order set',
        weight: 'quiet',
        name: `Save as order set: ${tests}`,
        onOpen: () => {
          setName('');
          clear();
        },
      }}
      title="Save these tests as an order set?"
      description={`${tests}. All users of the organization can order this set.`}
      confirm="Save order set"
      missing={name.trim() === '' ? 'Enter a name.' : null}
      onConfirm={() => {
        const input = { name: name.trim(), test_ids: [...testIds] };
        return submission.send((options) => api.orderSets.createOrderSet.mutate(input, options));
      }}
      explain={explain}
      done={() =>
        showToast({
          sentence: `Order set ${isolate(name.trim())} saved.`,
          link: { href: '/orders/sets', label: 'Order sets' },
        })
      }
    >
      <TextField
        id={NAME}
        label="Name"
        maxLength={MAX_SET_NAME}
        autoComplete="off"
        value={name}
        error={nameError}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}

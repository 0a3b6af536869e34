'use client';
/** Changes and deletes an order set. */
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { OrderSet } from '@/server/domain/order-sets/contract';
import { MAX_SET_NAME } from '@/server/domain/order-sets/rules';
import { api } from '../client/client';
import { isolate } from '../format/isolate';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { fieldMessage } from '../ui/error-message';
import { TextField } from '../ui/text-field';
import { showToast } from '../ui/toast';

export function OrderSetActions({ set }: { set: OrderSet }) {
  const router = useRouter();
  const all = [
    ...set.tests.map(({ id, name }) => ({ id, name, isMissing: false })),
    ...set.missing.map(({ id, name }) => ({ id, name, isMissing: true })),
  ];
  const [name, setName] = useState(set.name);
  const [kept, setKept] = useState<readonly string[]>([]);
  const done = (sentence: string) => () => {
    showToast(sentence);
    router.refresh();
  };
  return (
    <div className="-my-1 -ml-2 flex flex-wrap gap-x-4">
      <ConfirmDialog
        opener={{
          label: 'Edit',
          weight: 'quiet',
          name: `Edit order set ${set.name}`,
          onOpen: () => {
            setName(set.name);
            setKept(all.map(({ id }) => id));
          },
        }}
        title={`Edit order set ${isolate(set.name)}`}
        description="To add tests, save an order with them as a new set."
        confirm="Save order set"
        ready={name.trim() !== '' && kept.length > 0}
        onConfirm={() =>
          api.orderSets.updateOrderSet.mutate({
            id: set.id,
            name: name.trim(),
            test_ids: all.map(({ id }) => id).filter((id) => kept.includes(id)),
          })
        }
        explain={(error) =>
          fieldMessage(error, '/name') ?? fieldMessage(error, '/test_ids') ?? error.detail ?? error.sentence
        }
        done={done(`Order set ${isolate(name.trim())} saved.`)}
      >
        <TextField
          id={`set-name-${set.id}`}
          label="Name"
          maxLength={MAX_SET_NAME}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <fieldset className="mt-4">
          <legend className="font-semibold">Tests</legend>
          {all.map((test) => (
            <label key={test.id} className="flex min-h-8 items-center gap-2">
              <input
                type="checkbox"
                checked={kept.includes(test.id)}
                onChange={(event) =>
                  setKept(
                    event.currentTarget.checked ? [...kept, test.id] : kept.filter((id) => id !== test.id),
                  )
                }
              />
              <span>
                <bdi>{test.name}</bdi>
                {test.isMissing ? <strong className="ml-2">No longer offered</strong> : null}
              </span>
            </label>
          ))}
        </fieldset>
        <p className="mt-3 text-ink-2">To add tests, save an order with them as a new set.</p>
      </ConfirmDialog>
      <ConfirmDialog
        opener={{ label: 'Delete', weight: 'quiet', name: `Delete order set ${set.name}` }}
        title={`Delete order set ${isolate(set.name)}?`}
        confirm="Delete order set"
        onConfirm={() => api.orderSets.deleteOrderSet.mutate({ id: set.id })}
        done={done(`Order set ${isolate(set.name)} deleted.`)}
      >
        <p className="mb-3">Placed orders are unchanged. This cannot be undone.</p>
      </ConfirmDialog>
    </div>
  );
}

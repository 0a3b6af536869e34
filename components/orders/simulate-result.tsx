'use client';
/** In a sandbox: makes the simulated laboratory report or reject the order. The page follows the order. */
import { useState } from 'react';
import { SIMULATION_KINDS, SIMULATION_WORDS, type SimulationKind } from '@/server/domain/sandboxes/rules';
import { ActionButton } from '../client/action-button';
import { api } from '../client/client';
import { useOnce } from '../client/use-once';
import { SelectField } from '../ui/select-field';

const OPTIONS = SIMULATION_KINDS.map((value) => ({ value, label: SIMULATION_WORDS[value] }));

export function SimulateResult({ orderId }: { orderId: string }) {
  const [kind, setKind] = useState<SimulationKind>('normal');
  const submission = useOnce();
  return (
    <div className="mb-5 flex flex-wrap items-end gap-x-3 gap-y-2">
      <SelectField
        id="simulation"
        label="Simulated laboratory"
        options={OPTIONS}
        value={kind}
        onChange={(event) => setKind(event.currentTarget.value as SimulationKind)}
      />
      <ActionButton
        label="Simulate"
        done="Simulated. The order follows within seconds."
        run={() =>
          submission.send((options) => api.sandboxes.simulateLabResult.mutate({ id: orderId, kind }, options))
        }
      />
    </div>
  );
}

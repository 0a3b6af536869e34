'use client';
/** Pins a test to the summary of the chart for all users, or unpins it. */
import { api } from '../client/client';
import { ActionButton } from '../client/action-button';
import type { Toast } from '../ui/toast';

interface PinTestProps {
  patientId: string;
  testKey: string;
  name: string;
  pinned: boolean;
}

export function PinTest({ patientId, testKey, name, pinned }: PinTestProps) {
  const input = { patient_id: patientId, test_key: testKey };
  const pin = () => api.labResults.pinTest.mutate(input);
  const unpin = () => api.labResults.unpinTest.mutate(input);
  const done = (sentence: string, back: () => Promise<unknown>, state: string): Toast => ({
    sentence,
    undo: async () => {
      await back();
      return { sentence: `Undone. ${name} is ${state}.` };
    },
  });
  const toPin = { label: 'Pin to summary', name: `Pin to summary: ${name}` };
  const toUnpin = { label: 'Unpin', name: `Unpin: ${name}` };
  return pinned ? (
    <ActionButton
      key="unpin"
      weight="quiet"
      {...toUnpin}
      after={toPin}
      done={done(`${name} unpinned from the summary.`, pin, 'pinned')}
      run={unpin}
    />
  ) : (
    <ActionButton
      key="pin"
      weight="quiet"
      {...toPin}
      after={toUnpin}
      done={done(`${name} pinned to the summary for all users.`, unpin, 'unpinned')}
      run={pin}
    />
  );
}

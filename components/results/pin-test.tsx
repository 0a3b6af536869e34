'use client';
/** Pins a test to the summary of the chart for all users, or unpins it. */
import { api } from '../client/client';
import { ActionButton } from '../client/action-button';

interface PinTestProps {
  patientId: string;
  testKey: string;
  name: string;
  pinned: boolean;
}

export function PinTest({ patientId, testKey, name, pinned }: PinTestProps) {
  const input = { patient_id: patientId, test_key: testKey };
  return pinned ? (
    <ActionButton
      key="unpin"
      weight="quiet"
      label="Unpin"
      name={`Unpin: ${name}`}
      done={`${name} unpinned from the summary.`}
      run={() => api.labResults.unpinTest.mutate(input)}
    />
  ) : (
    <ActionButton
      key="pin"
      weight="quiet"
      label="Pin to summary"
      name={`Pin to summary: ${name}`}
      done={`${name} pinned to the summary for all users.`}
      run={() => api.labResults.pinTest.mutate(input)}
    />
  );
}

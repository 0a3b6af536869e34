'use client';
/** Puts a test on the first page of the chart for everybody, or takes it off again. */
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
      name={`Unpin ${name} from the summary`}
      done={`${name} is no longer on the summary.`}
      run={() => api.labResults.unpinTest.mutate(input)}
    />
  ) : (
    <ActionButton
      key="pin"
      weight="quiet"
      label="Pin to the summary"
      name={`Pin ${name} to the summary`}
      done={`${name} is on the summary now, for everybody.`}
      run={() => api.labResults.pinTest.mutate(input)}
    />
  );
}

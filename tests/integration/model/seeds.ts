import type { AtOnceStep } from './at-once';
import type { Step } from './steps';

/**
 * Sequences that once failed. The steps are stored with the seed, because a seed draws other steps as soon as the steps
 * change; the suite runs them first.
 */
export interface KeptSequence {
  /** What was wrong. */
  found: string;
  /** The seed that found it; null if it was written from the model. */
  seed: number | null;
  path: string | null;
  steps: Step[];
}

const first = { foreign: false, at: 0 };
const atOnce = (...steps: AtOnceStep['steps']): AtOnceStep => ({ do: 'atOnce', steps, watch: 0 });

export const KEPT: KeptSequence[] = [
  {
    found: 'PATCH with the name that the patient had made a version and an event',
    seed: 20_261_122,
    path: '8:1:0:0:0:0:1:1',
    steps: [{ do: 'patchPatient', as: 0, patient: first, change: { family: 'Ada' }, ifMatch: 'none' }],
  },
  {
    found: 'a final report that did not name its order again left the order open for ever',
    seed: 20_261_121,
    path: '10:7:6:7:8:5:5:6:5:6:3:4:6:6:6:6:6:6:6:6:6',
    steps: [
      {
        do: 'fileResult',
        as: 0,
        patient: first,
        order: first,
        filler: 'F-1',
        status: 'preliminary',
        value: '4.0',
      },
      { do: 'fileResult', as: 0, patient: first, order: null, filler: 'F-1', status: 'final', value: '4.0' },
    ],
  },
  {
    found: 'a repeated upload was rejected because the patient had become inactive since the first',
    seed: null,
    path: null,
    steps: [
      { do: 'createDocument', as: 0, patient: first, text: 'First note.\n', key: 'k-1' },
      { do: 'patchPatient', as: 0, patient: first, change: { status: 'inactive' }, ifMatch: 'none' },
      { do: 'repeatPost', as: 0, at: 1, altered: false },
    ],
  },
  {
    // A mistake of the model: an invalid body may be reported before its key is looked up.
    found: 'an empty document under a key that was used for another one was rejected for being empty',
    seed: 13_456_976,
    path: '49:2:1:1:2:3',
    steps: [
      { do: 'createDocument', as: 0, patient: first, text: 'First note.\n', key: 'k-0' },
      { do: 'createDocument', as: 0, patient: { foreign: true, at: 0 }, text: '', key: 'k-0' },
    ],
  },
  {
    // Written to detect a missing lock; never found by a random sequence.
    found: 'a patient was not locked before it was changed or deleted',
    seed: null,
    path: null,
    steps: [
      ...[1, 2, 3, 4].flatMap((at): Step[] => {
        const patient = { foreign: false, at };
        return [
          { do: 'createPatient', as: 0, mrn: null, external: null, national: null, family: 'Ada', key: null },
          atOnce(
            { do: 'patchPatient', as: 0, patient, change: { family: 'Bea' }, ifMatch: 'none' },
            { do: 'deletePatient', as: 0, patient, ifMatch: 'none' },
            { do: 'patchPatient', as: 0, patient, change: { language: 'de' }, ifMatch: 'none' },
          ),
        ];
      }),
    ],
  },
];

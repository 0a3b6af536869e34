import type { Guess } from '@/components/documents/guess-details';
import type { FiledCopy } from '../../../components/documents/find-copy';
import type { UploadLine, UploadPatient } from '../../../components/documents/upload-line-state';
import type { Filing } from '../../../components/documents/upload-ports';
import { CANCELED, UploadQueue } from '../../../components/documents/upload-queue';
import type { Upload } from '../../../server/domain/documents/upload-contract';

/** The queue in a simulated environment: the test decides when each response is lost, late or rejected. */

export const jane: UploadPatient = { id: 'pat_jane', line: 'CANARY, Jane, born 14-Jul-1945, MRN 1' };
export const john: UploadPatient = { id: 'pat_john', line: 'FINCH, John, born 01-Jan-1950, MRN 2' };

export const file = (name: string, size = 10) => ({ name, size }) as File;
export const copy: FiledCopy = {
  id: 'doc_old',
  title: 'Old letter',
  created_at: '2026-01-01T00:00:00.000Z',
  patient: null,
};

interface Sending {
  file: File;
  patientId: string;
  sha256: Promise<string | null>;
  progress: (sent: number) => void;
  arrive: () => Promise<void>;
  fail: (problem: object) => Promise<void>;
  aborted: boolean;
}

interface Asked {
  filing: Filing;
  answer: (part?: object) => Promise<void>;
  reject: (problem: object) => Promise<void>;
}

/** Runs everything that needs no further response. */
export const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Chooses a type before filing where none is guessed. */
class TypedQueue extends UploadQueue {
  override file(patientId: string): void {
    for (const { key, category } of this.snapshot())
      if (category === '') this.change(key, { category: 'other' });
    super.file(patientId);
  }
}

export function world(
  copies: Record<string, FiledCopy> = {},
  { content = {} as Partial<Guess>, isTyped = true, cut = '' } = {},
) {
  const sendings: Sending[] = [];
  const asked: Asked[] = [];
  const pauses: { ms: number; over: () => Promise<void> }[] = [];
  const discarded: string[] = [];
  const said: string[] = [];
  const read: string[] = [];
  /** Files that the server had received whole before they were canceled. */
  const late = new Set<string>();
  let refreshed = 0;
  let isOnline = true;
  let findsCopies = true;
  const queue = new (isTyped ? TypedQueue : UploadQueue)({
    send: (sent, { patientId, sha256 }, progress) => {
      let resolve!: (unfiled: Upload) => void;
      let reject!: (problem: object) => void;
      const done = new Promise<Upload>((yes, no) => ((resolve = yes), (reject = no)));
      const sending: Sending = {
        file: sent,
        patientId,
        sha256,
        progress,
        aborted: false,
        arrive: () => {
          // Only what the queue reads.
          resolve({ id: `upl_${sendings.indexOf(sending)}`, sha256: sent.name } as Upload);
          return settle();
        },
        fail: (problem) => {
          reject(problem);
          return settle();
        },
      };
      sendings.push(sending);
      return {
        done,
        cancel: () => {
          sending.aborted = true;
          if (!late.has(sent.name)) reject(CANCELED);
        },
      };
    },
    fileUpload: (filing) =>
      new Promise((resolve, reject) => {
        asked.push({
          filing,
          answer: (part = {}) => {
            resolve({
              id: `doc_${filing.id}`,
              title: filing.title,
              category: filing.category,
              document_date: filing.document_date,
              created_at: '2026-11-30T07:14:00.000Z',
              status: 'available',
              duplicate_of: null,
              ...part,
            });
            return settle();
          },
          reject: (problem) => {
            reject(problem as Error);
            return settle();
          },
        });
      }),
    discard: (id) => {
      discarded.push(id);
      return Promise.resolve();
    },
    // The content of these files is their name.
    digest: ({ name }) => {
      read.push(name);
      return Promise.resolve(name);
    },
    guessContent: () => Promise.resolve(content),
    isCut: ({ name }) => Promise.resolve(name === cut),
    findCopy: (_patient, sha256) =>
      findsCopies ? Promise.resolve(copies[sha256] ?? null) : Promise.reject(new Error('offline')),
    isOnline: () => isOnline,
    wait: (ms) =>
      new Promise((resolve) => {
        pauses.push({ ms, over: () => (resolve(), settle()) });
      }),
    announce: (message) => said.push(message),
    confirm: ({ sentence, link }) => said.push(sentence, ...(link ? [link.href] : [])),
    filed: () => refreshed++,
  });
  const goOffline = () => (isOnline = false);
  const searchCopies = (works: boolean) => (findsCopies = works);
  const lines = () => queue.snapshot();
  const states = () => lines().map(({ state }) => state);
  const one = (): UploadLine => lines()[0]!;
  const seen = { sendings, asked, pauses, discarded, said, read, late, refreshed: () => refreshed };
  return { queue, goOffline, searchCopies, ...seen, lines, states, one };
}

export async function unfiled(w: ReturnType<typeof world>, patient = jane, ...names: string[]) {
  w.queue.add(
    patient,
    names.map((name) => file(name)),
  );
  await settle();
  for (const sending of w.sendings.filter(({ patientId }) => patientId === patient.id))
    await sending.arrive();
}

/** Creates patients, every third with a document, until stopped, and remembers when each was acknowledged. */
interface Written {
  patient: string;
  document: string | null;
  text: string;
  sentAt: number;
  acknowledgedAt: number;
}

export interface ConstantWrites {
  written: Written[];
  /** Requests that were not accepted. */
  failed(): number;
  stop(): Promise<void>;
}

export function startWriting(url: string, key: string, writers = 2): ConstantWrites {
  const written: Written[] = [];
  let [failed, stopped, number] = [0, false, 0];
  const send = async (address: string, body: string | FormData): Promise<string> => {
    const headers: Record<string, string> = { Authorization: `Bearer ${key}` };
    if (typeof body === 'string') headers['Content-Type'] = 'application/json';
    const response = await fetch(url + address, { method: 'POST', headers, body });
    const made = (await response.json()) as { id: string };
    if (response.status !== 201) throw new Error(`${address} returned ${response.status}`);
    return made.id;
  };
  async function write(): Promise<void> {
    while (!stopped) {
      const [sentAt, own] = [Date.now(), (number += 1)];
      // Below the limits of an API key per minute: 600 requests, 60 uploads.
      const pause = new Promise((resolve) => setTimeout(resolve, 500 * writers));
      try {
        const name = { family: `Constant${own}`, given: ['Writes'] };
        const patient = await send(
          '/v1/patients',
          JSON.stringify({ name, birth_date: '1980-01-02', sex: 'female' }),
        );
        const text = `Document ${own} of ${patient}\n`;
        const form = new FormData();
        const facts = { patient_id: patient, title: `Letter ${own}`, category: 'correspondence' };
        form.set('metadata', new Blob([JSON.stringify(facts)], { type: 'application/json' }));
        form.set('file', new Blob([text]), 'letter.txt');
        const document = own % 3 === 1 ? await send('/v1/documents', form) : null;
        written.push({ patient, document, text, sentAt, acknowledgedAt: Date.now() });
      } catch {
        failed += 1;
      }
      await pause;
    }
  }
  const running = Promise.all(Array.from({ length: writers }, write));
  return {
    written,
    failed: () => failed,
    async stop() {
      stopped = true;
      await running;
    },
  };
}

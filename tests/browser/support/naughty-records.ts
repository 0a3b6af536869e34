import { line, nameLine, NAUGHTY, notes, OURS, type Rule } from '../../integration/garbage/naughty';

/** Records full of naughty strings, in a separate organization: other tests check the lists of the demo. */

/** Text that executes or navigates if it is interpreted; always included. */
export const HOSTILE = [
  '<img src=x onerror="window.pwned=1">',
  '</script><script>window.pwned=1</script>',
  '<svg onload=alert(1)>',
  '"><iframe srcdoc="<script>parent.pwned=1</script>">',
  "' onmouseover='window.pwned=1",
  'javascript:alert(1)',
  '</title><script>window.pwned=1</script>',
  '<!-- --><b>bold</b>',
  '<style>*{display:none}</style>',
  '{{constructor.constructor("window.pwned=1")()}}',
  '&lt;b&gt; &amp;amp; &#60;',
  'two  spaces',
  '\u202eright to left',
  'zero\u200bwidth\ufeff',
];

const TEXTS: readonly string[] = [...new Set([...HOSTILE, ...OURS, ...NAUGHTY])];

/** Returns each text once before repeating any, for the first field whose rules it meets. */
class Supply {
  private waiting: string[] = [];
  private readonly given = new Set<string>();

  text(max: number, rule: Rule = line): string {
    const fits = (text: string) => rule(text, max) !== null;
    if (!this.waiting.some(fits)) this.waiting = [...TEXTS];
    const [text] = this.waiting.splice(this.waiting.findIndex(fits), 1);
    this.given.add(text!);
    return text!;
  }

  /** Never visible on a page, although the rules of text allow it. */
  left(): string[] {
    return TEXTS.filter((text) => notes(text, 2_000) !== null && !this.given.has(text));
  }
}

interface Name {
  family: string;
  given: string[];
  prefix: string | null;
  suffix: string | null;
}
export interface NaughtyPatient {
  id: string;
  name: Name;
  identifiers: { value: string }[];
}
interface NaughtyDocument {
  id: string;
  patient_id: string;
  title: string;
  file_name: string;
  description: string;
  author: string;
}
interface NaughtyOrder {
  id: string;
  notes: string;
}
interface NaughtyWebhook {
  id: string;
  url: string;
  description: string;
}
export interface NaughtyRecords {
  patients: NaughtyPatient[];
  documents: NaughtyDocument[];
  orders: NaughtyOrder[];
  webhooks: NaughtyWebhook[];
  supply: Supply;
}

type Api = <T>(path: string, body?: unknown) => Promise<T>;

/** Sequentially: lists show them in this order, newest first. */
async function times<T>(count: number, make: (nth: number) => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (let nth = 0; nth < count; nth++) made.unshift(await make(nth));
  return made;
}

/** Two pages of patients, one of documents and orders, which all belong to the newest patient; newest first. */
export async function makeNaughtyRecords(api: Api): Promise<NaughtyRecords> {
  const supply = new Supply();
  const patients = await times(50, (nth) =>
    api<NaughtyPatient>('/v1/patients', {
      name: {
        family: supply.text(100, nameLine),
        given: [supply.text(100, nameLine)],
        prefix: supply.text(40, nameLine),
        suffix: supply.text(40, nameLine),
      },
      identifiers: [{ system: `urn:example:${nth}`, value: supply.text(100), type: 'other' }],
      birth_date: '1970-01-31',
      sex: 'unknown',
    }),
  );
  const patient_id = patients[0]!.id;
  const documents = await times(25, (nth) =>
    api<NaughtyDocument>('/v1/documents', {
      patient_id,
      title: supply.text(200, nameLine),
      description: supply.text(2_000, notes),
      author: supply.text(120, nameLine),
      content: { data: Buffer.from(`text ${nth}`).toString('base64'), file_name: supply.text(200) },
    }),
  );
  const { data: tests } = await api<{ data: { id: string }[] }>('/v1/labs/catalog?limit=1');
  const orders = await times(25, () =>
    api<NaughtyOrder>('/v1/labs/orders', {
      patient_id,
      items: [{ test_id: tests[0]!.id }],
      notes: supply.text(2_000, notes),
    }),
  );
  const webhooks = await times(10, (nth) =>
    api<NaughtyWebhook>('/v1/webhooks', {
      url: `http://127.0.0.1:9/${nth}`,
      events: ['patient.created'],
      enabled: false,
      description: supply.text(200),
    }),
  );
  return { patients, documents, orders, webhooks, supply };
}

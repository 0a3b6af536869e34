import { BOOLEAN_ANSWER, NUMBER_ANSWER } from '../../data-types/lab-order-codes';
import type { MessageAnswer, MessageItem, OrderMessage } from './content';
import { allIdentifiers, codes, compact, entity, people, timeText, type Precision } from './data-types';
import { escaped, segment, subcomponents, type WrittenSegment } from './segments';

/** One ORC and OBR for each test, all with the same placer number (docs/decisions/0047). */
export function orderSegments(message: OrderMessage): WrittenSegment[] {
  return message.order.items.flatMap((item) =>
    message.control === 'CA' ? cancellation(message, item) : request(message, item),
  );
}

function request(message: OrderMessage, item: MessageItem): WrittenSegment[] {
  const { order } = message;
  const common = [...notes(order.notes), ...diagnoses(message), ...answers(message, item)];
  if (message.type === 'ORM^O01') return [orc(message, item), obr(message, item), ...common];
  return [orc(message, item), timing(message), obr(message, item), ...common, ...specimen(message, item)];
}

/** Identifies the test. The reason may have lines, so it is also a note. */
const cancellation = (message: OrderMessage, item: MessageItem): WrittenSegment[] => [
  orc(message, item),
  obr(message, item),
  ...notes(message.order.reason),
];

function orc(message: OrderMessage, item: MessageItem): WrittenSegment {
  const { order, sender, timeZone, control } = message;
  const number = entity(order.orderNumber, sender.application);
  return segment('ORC', {
    1: control,
    2: number,
    3: escaped(item.fillerNumber),
    4: number,
    7: quantityTiming(message),
    9: timeText(control === 'NW' ? order.createdAt : message.at, timeZone, 'second'),
    12: allIdentifiers(order.orderingClinician),
    16: control === 'CA' ? codes(null, order.reason?.replace(/\s+/g, ' ') ?? null) : '',
    21: escaped(order.orderingFacility),
  });
}

function obr(message: OrderMessage, item: MessageItem): WrittenSegment {
  const { order, sender } = message;
  const { collection } = order;
  return segment('OBR', {
    1: String(item.number),
    2: entity(order.orderNumber, sender.application),
    3: escaped(item.fillerNumber),
    4: codes(
      item.code,
      item.name,
      item.codingSystem,
      ...(item.loinc === null ? [] : [item.loinc, null, 'LN']),
    ),
    7: collectedAt(message),
    10: codes(null, collection?.collector ?? null),
    11: actionCode(message),
    15: message.type === 'ORM^O01' ? specimenSource(item) : '',
    16: allIdentifiers(order.orderingClinician),
    27: quantityTiming(message),
    28: people(order.copyTo),
  });
}

/** HL7 table 0065. */
function actionCode({ order: { collection } }: OrderMessage): 'L' | 'O' | 'P' | '' {
  if (!collection) return '';
  if (collection.method === 'lab') return 'L';
  if (collection.collected_at !== null) return 'O';
  return collection.method === null ? '' : 'P';
}

function collectedAt({ order: { collection }, timeZone }: OrderMessage): string {
  if (!collection?.collected_at) return '';
  const precision: Precision = collection.collected_at_precision ?? 'minute';
  return timeText(new Date(collection.collected_at), timeZone, precision);
}

/** HL7 table 0485 has no code for urgent; its alternate code distinguishes it from asap. */
const PRIORITY_CODES = {
  routine: ['R', 'Routine'],
  urgent: ['A', 'As soon as possible'],
  asap: ['A', 'As soon as possible'],
  stat: ['S', 'Stat'],
} as const;
const URGENT = 'Urgent';

/** TQ1, which replaces TQ in OML. */
function timing({ order: { priority, collectOn } }: OrderMessage): WrittenSegment {
  const alternate = priority === 'urgent' ? ['urgent', URGENT, 'L'] : [];
  return segment('TQ1', {
    1: '1',
    7: compact(collectOn ?? ''),
    9: codes(...PRIORITY_CODES[priority], 'HL70485', ...alternate),
  });
}

/** TQ of ORM, which has no TQ1. */
function quantityTiming({ type, order: { priority, collectOn } }: OrderMessage): string {
  if (type !== 'ORM^O01') return '';
  const [code] = PRIORITY_CODES[priority];
  return codes(
    null,
    null,
    null,
    compact(collectOn ?? ''),
    null,
    code,
    null,
    priority === 'urgent' ? URGENT : null,
  );
}

/** One NTE for each line, because many systems show `\.br\` as text. */
function notes(text: string | null): WrittenSegment[] {
  if (text === null || text === '') return [];
  return text
    .split(/\r\n|\r|\n/)
    .map((line, at) => segment('NTE', { 1: String(at + 1), 2: 'P', 3: escaped(line) }));
}

/** HL7 table 0396. */
const DIAGNOSIS_SYSTEMS = { 'icd-10': 'I10', 'icd-10-cm': 'I10C' } as const;

const diagnoses = ({ order }: OrderMessage): WrittenSegment[] =>
  order.diagnoses.map(({ code, system, description }, at) =>
    segment('DG1', {
      1: String(at + 1),
      3: codes(code, description, DIAGNOSIS_SYSTEMS[system]),
      // Working diagnosis
      6: 'W',
      15: String(at + 1),
    }),
  );

interface Observation {
  type: string;
  question: string;
  value: string;
}

function answers(message: OrderMessage, item: MessageItem): WrittenSegment[] {
  const { order, timeZone } = message;
  const coded = message.version === '2.5.1' ? 'CWE' : 'CE';
  const observations: Observation[] = item.answers.map((answer) => ({
    ...answerValue(answer, coded),
    question: codes(answer.code, answer.text, item.codingSystem),
  }));
  if (order.fasting !== null)
    observations.unshift({
      ...yesNo(order.fasting, coded),
      question: codes('49541-6', 'Fasting status - Reported', 'LN'),
    });
  return observations.map(({ type, question, value }, at) =>
    segment('OBX', {
      1: String(at + 1),
      2: type,
      3: question,
      5: value,
      // Order detail, no result
      11: 'O',
      14: timeText(order.createdAt, timeZone, 'second'),
    }),
  );
}

/** The longest ST. */
const LONGEST_STRING = 199;

/** The type of the question if the answer has its form, otherwise text. */
function answerValue({ type, value }: MessageAnswer, coded: string): Pick<Observation, 'type' | 'value'> {
  if (type === 'number' && NUMBER_ANSWER.test(value)) return { type: 'NM', value };
  if (type === 'date' && /^\d{4}-\d\d-\d\d$/.test(value)) return { type: 'DT', value: compact(value) };
  if (type === 'boolean' && BOOLEAN_ANSWER.test(value)) return yesNo(/^(?:yes|true)$/i.test(value), coded);
  return { type: value.length > LONGEST_STRING ? 'TX' : 'ST', value: escaped(value) };
}

const yesNo = (isYes: boolean, coded: string): Pick<Observation, 'type' | 'value'> => ({
  type: coded,
  value: isYes ? codes('Y', 'Yes', 'HL70136') : codes('N', 'No', 'HL70136'),
});

/** SNOMED CT, otherwise a code of the laboratory. */
const specimenSystem = (code: string | null): string | null =>
  code === null ? null : /^\d{6,18}$/.test(code) ? 'SCT' : 'L';

function specimen(message: OrderMessage, { specimen: sent }: MessageItem): WrittenSegment[] {
  if (sent === null) return [];
  return [
    segment('SPM', {
      1: '1',
      4: codes(sent.type_code, sent.type, specimenSystem(sent.type_code)),
      17: collectedAt(message),
      27: codes(null, sent.container),
    }),
  ];
}

function specimenSource({ specimen: sent }: MessageItem): string {
  if (sent === null) return '';
  const type = [sent.type_code, sent.type, specimenSystem(sent.type_code)].map(escaped);
  return subcomponents(...type);
}

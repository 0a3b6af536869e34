import type { OrderMessage } from '../../server/hl7v2/write/order-message';

type Item = OrderMessage['order']['items'][number];

const GLUCOSE: Item = {
  number: 1,
  code: 'GLU',
  name: 'Glucose, fasting',
  codingSystem: 'L',
  loinc: '1558-6',
  fillerNumber: null,
  specimen: { type: 'Plasma', type_code: 'FLPL', container: 'Gray top tube' },
  answers: [
    { code: 'DIET', text: 'Diet before the test?', type: 'text', value: 'low carb & <fat>' },
    { code: 'WT', text: 'Weight in kg', type: 'number', value: '71.5' },
    { code: 'LMP', text: 'Last period', type: 'date', value: '2026-10-29' },
    { code: 'INS', text: 'On insulin?', type: 'boolean', value: 'no' },
    { code: 'ARM', text: 'Arm', type: 'choice', value: 'left | upper' },
  ],
};

const CULTURE: Item = {
  number: 2,
  code: 'UCX',
  name: 'Urine culture',
  codingSystem: 'L',
  loinc: null,
  fillerNumber: null,
  specimen: { type: 'Urine', type_code: '122575003', container: null },
  answers: [],
};

/** An order with a value in every field. */
export const fullOrder = (changes: Partial<OrderMessage> = {}): OrderMessage => ({
  type: 'OML^O21',
  version: '2.5.1',
  controlId: 'M-20261105-1',
  at: new Date('2026-11-05T13:07:09.500Z'),
  timeZone: 'Europe/Berlin',
  charset: 'UNICODE UTF-8',
  acknowledgment: 'enhanced',
  processingId: 'P',
  sender: { application: 'CDS^2.999.1^ISO', facility: 'CLINIC' },
  receiver: { application: 'LIS', facility: 'LAB' },
  accountNumber: 'ACC-77',
  control: 'NW',
  patient: {
    mrn: 'MRN-1',
    mrnAuthority: 'urn:oid:2.999.2',
    identifiers: [
      { system: 'NHS', value: '999 000 1', type: 'national_id', type_code: 'NH', assigner: 'NHS England' },
      { system: 'https://example.org/pass', value: 'P1', type: 'passport', type_code: null, assigner: null },
      { system: 'Insurer', value: 'A1', type: 'insurance', type_code: null, assigner: null },
    ],
    name: { family: 'Żółć', given: ['Ana', 'Maria', 'Eva'], prefix: 'Dr.', suffix: 'Jr.', use: 'official' },
    otherNames: [{ family: "O'Neil & Co", given: ['Ana'], prefix: null, suffix: null, use: 'maiden' }],
    birthDate: '1945-07-14',
    sex: 'female',
    addresses: [
      {
        lines: ['1 Main^St', 'Flat 2', 'Rear'],
        city: 'Łódź',
        state: 'LD',
        postal_code: '90-001',
        country: 'PL',
        use: 'home',
      },
    ],
    phones: [
      { value: '+48421234567', raw: '42 123', use: 'home' },
      { value: '+48500111222', raw: '500', use: 'mobile' },
      { value: '+48427654321', raw: '42 765', use: 'work' },
    ],
    emails: [{ value: 'ana@example.org', use: null }],
  },
  order: {
    orderNumber: '10000000017',
    createdAt: new Date('2026-11-05T13:00:00.000Z'),
    priority: 'urgent',
    diagnoses: [
      { code: 'E11.9', system: 'icd-10-cm', description: 'Type 2 diabetes' },
      { code: 'N39.0', system: 'icd-10', description: null },
    ],
    notes: 'Call before 5 pm\n\nRoom 4|b \\ ~ second floor',
    collectOn: '2026-11-06',
    collection: {
      method: 'on_site',
      collected_at: '2026-11-05T12:45:00.000Z',
      collected_at_precision: 'minute',
      collector: 'Nurse Joy',
    },
    fasting: true,
    copyTo: [
      { identifiers: [{ value: '1234567893', type: 'NPI', authority: null }], name: 'Dr. Copy One' },
      { identifiers: [], name: 'Dr. Copy Two' },
    ],
    orderingClinician: {
      identifiers: [
        { value: '1987654321', type: 'NPI', authority: null },
        { value: 'D42', type: 'DN', authority: 'LAB' },
      ],
      name: 'Dr. Jo Ng',
    },
    orderingFacility: 'Clinic East',
    reason: null,
    items: [GLUCOSE, CULTURE],
  },
  ...changes,
});

/** An order with only what is always known. */
export function shortOrder(): OrderMessage {
  const { patient, order, ...rest } = fullOrder();
  return {
    ...rest,
    sender: { application: null, facility: null },
    receiver: { application: null, facility: null },
    acknowledgment: 'original',
    accountNumber: null,
    patient: {
      ...patient,
      mrnAuthority: null,
      identifiers: [],
      name: { family: 'Doe', given: ['Jane'], prefix: null, suffix: null, use: null },
      otherNames: [],
      sex: 'unknown',
      addresses: [],
      phones: [],
      emails: [],
    },
    order: {
      ...order,
      priority: 'routine',
      diagnoses: [],
      notes: null,
      collectOn: null,
      collection: null,
      fasting: null,
      copyTo: [],
      orderingClinician: null,
      orderingFacility: null,
      items: [{ ...CULTURE, number: 1, specimen: null }],
    },
  };
}

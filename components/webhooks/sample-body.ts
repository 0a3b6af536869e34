/** A made-up event, shaped like the real ones: thin, without names, values or dates of birth. */
export function sampleBody(type: string): string {
  const object = type.split('.')[0] ?? 'patient';
  return JSON.stringify(
    {
      id: 'evt_01jbz3n8x4e7v9q2k5m6p7r8s9',
      object: 'event',
      type,
      created_at: '2026-11-05T14:07:00.000Z',
      sequence: 3,
      api_version: 'v1',
      org_id: 'org_01jbz3n8x4e7v9q2k5m6p7r8s9',
      data: {
        object: {
          object,
          id: '…',
          version: 3,
          status: '…',
          href: '/v1/…',
          patient_id: 'pat_01jbz3n8x4e7v9q2k5m6p7r8s9',
        },
        changed_fields: ['status'],
        previous: { status: '…' },
      },
    },
    null,
    2,
  );
}

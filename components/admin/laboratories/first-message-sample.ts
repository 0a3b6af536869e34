import type { ConnectionKind } from '@/server/data-types/lab-connection-codes';

/**
 * A request that sends a made-up message over a new HTTPS connection, to paste into a terminal. A hospital's is a
 * discharge, which changes no patient.
 */
export function sampleCommand(kind: ConnectionKind, address: string, key: string, now: Date): string {
  const stamp = now.toISOString().replaceAll(/\D/g, '').slice(0, 14);
  const patient = 'PID|1||TEST-0001||Test^Message||19800504|F';
  const feed = [
    String.raw`MSH|^~\&|PAS|HOSP|||${stamp}+0000||ADT^A03|TEST-${stamp}|P|2.5.1`,
    `EVN|A03|${stamp}+0000`,
    patient,
  ];
  const report = [
    String.raw`MSH|^~\&|LIS|LAB|||${stamp}+0000||ORU^R01|TEST-${stamp}|P|2.5.1`,
    patient,
    `OBR|1||TEST-${stamp}|2345-7^Glucose^LN|||${stamp}+0000|||||||||||||||${stamp}+0000|||F`,
    'OBX|1|NM|2345-7^Glucose^LN||5.4|mmol/L|3.9-5.5|N|||F',
  ];
  const segments = kind === 'hospital_feed' ? feed : report;
  return [
    String.raw`printf '%s\r' \ `.trimEnd(),
    ...segments.map((segment, at) => `  '${segment}' ${at < segments.length - 1 ? '\\' : '|'}`),
    `  curl --fail-with-body "${address}" \\`,
    `    --header "Authorization: Bearer ${key}" \\`,
    '    --header "Content-Type: application/hl7-v2+er7" \\',
    '    --data-binary @-',
  ].join('\n');
}

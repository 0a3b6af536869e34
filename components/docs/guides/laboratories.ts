import type { Guide } from './guide';

export const LABORATORIES: Guide = {
  slug: 'laboratories',
  title: 'Sending results',
  summary: 'How a laboratory sends reports as HL7 v2 over HTTPS, and what the acknowledgment promises.',
  sections: [
    {
      title: 'A connection',
      blocks: [
        'An administrator makes it under Admin, Laboratories: the name of the laboratory, its time zone, and how messages come: HTTPS, MLLP or files. A connection over HTTPS has a key of its own, which opens nothing else. Messages are results of HL7 v2.1 to 2.8 (`ORU^R01` and its kin).',
      ],
    },
    {
      title: 'A message',
      blocks: [
        {
          sample: {
            file: 'send-result.sh',
            does: 'Send a report',
            code: `printf '%s\\r' \\
  'MSH|^~\\&|LIS|LAB|||20261105140700+0100||ORU^R01|MSG-4711|P|2.5.1' \\
  'PID|1||100482^^^CLINIC^MR||Example^Ada||19800504|F' \\
  'OBR|1||F-2026-981|2345-7^Glucose^LN|||20261105080000+0100|||||||||||||||20261105140000+0100|||F' \\
  'OBX|1|NM|2345-7^Glucose^LN||5.4|mmol/L|3.9-5.5|N|||F' |
  curl --fail-with-body --silent --show-error "$CLINICAL_URL/ingest/hl7v2" \\
    --header "Authorization: Bearer $INGEST_KEY" \\
    --header "Content-Type: application/hl7-v2+er7" \\
    --data-binary @-`,
          },
        },
        {
          list: [
            'The answer is the acknowledgment, with `MSA|AA` when the message was taken: it is stored, and is not lost any more. Whose it is, is found out afterwards.',
            '422 with `MSA|AE` or `MSA|AR`: it cannot be read. Do not send it again as it is.',
            'No answer, or a 5xx: send it again. The same bytes under the same control id are recognized and filed once.',
            'What is wrong with the request, and not with the message, is a problem document as under `/v1`.',
          ],
        },
        'A report that fits no patient with certainty waits for a person; it is never filed by guess. `lab_result.unmatched` tells of it.',
      ],
    },
  ],
};

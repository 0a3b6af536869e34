import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { CandidateCard } from '@/components/unmatched/candidate-card';

type Candidate = Parameters<typeof CandidateCard>[0]['candidate'];

it('of a merge marks what differs from the other record, also if each value is the one sent', () => {
  const patient = { family: 'Doe', given: 'Jane', birth_date: '1950-04-03', sex: 'female', mrn: 'M1' };
  const compared = { family: 'same', given: 'same', birth_date: 'not_sent', sex: 'not_sent', mrn: 'same' };
  const rows = renderToStaticMarkup(
    createElement(CandidateCard, {
      sent: { family: 'Doe', given: 'Jane', birth_date: null, sex: null, mrn: 'M1' },
      candidate: { patient: { id: 'pat_1', ...patient }, compared } as object as Candidate,
      other: { ...patient, id: 'pat_2', family: 'Roe', given: 'JANE', sex: 'male', address: null },
      sender: 'General',
    }),
  )
    .split('<dt')
    .slice(1)
    .map((row) =>
      row
        .replace(/^[^>]*>/, '')
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    );
  expect(rows).toEqual([
    'Family name Doe differs from the other record',
    'Given name Jane same',
    'Birth date 03-Apr-1950 not sent',
    'Sex Female differs from the other record',
    'MRN M1 same',
  ]);
});

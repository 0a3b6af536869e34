import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { PatientBanner } from '@/components/patients/patient-banner';
import { PatientList } from '@/components/patients/patient-list';
import type { PatientView } from '@/components/patients/patient-view';
import { render } from '../../support/render';

/** The date of a death known to the minute follows the organization's time zone everywhere. */

const patient = {
  id: 'pat_1',
  mrn: '1',
  birth_date: '1950-11-05',
  sex: 'female',
  status: 'active',
  name: { family: 'Field', given: ['Ann'], prefix: null, suffix: null, use: null },
  identifiers: [],
  phones: [],
  addresses: [],
  emails: [],
  deceased_at: '2026-11-05T01:00:00.000Z',
} as unknown as PatientView;

const words = (html: string): string => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

describe.each([
  ['UTC', '05-Nov-2026', '05-Nov-2026 01:00', '76y'],
  ['America/Los_Angeles', '04-Nov-2026', '04-Nov-2026 17:00', '75y'],
])('death is shown in %s', (zone, day, minute, age) => {
  const shown = { today: '2026-11-23' };

  it('shows the day of death in the list', () => {
    const list = createElement(PatientList, { patients: [patient] as never, caption: 'Patients', ...shown });
    expect(words(render(list, zone))).toContain(`Died ${day} `);
  });

  it('shows the minute of death and the age on that day in the banner', () => {
    const banner = createElement(PatientBanner, { patient, ...shown });
    expect(words(render(banner, zone))).toContain(`Died ${minute} (${age})`);
  });
});

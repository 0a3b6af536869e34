import { describe, expect, it } from 'vitest';
import { prefillPatient } from '../../../components/unmatched/prefill-patient';
import { sentAddress } from '../../../server/domain/inbound-reports/sent-address';
import { readMessage } from '../../../server/hl7v2/read-message';
import { readPatient } from '../../../server/hl7v2/read-patient';
import { Warnings } from '../../../server/hl7v2/warnings';
import { er7, MSH } from '../../support/hl7';

const UNKNOWN = { family: null, given: null, birth_date: null, sex: null, mrn: null };

/** @param field PID-11 */
function prefill(field: string) {
  const { segments } = readMessage(er7(MSH, `PID|1||4711||Doe^Jane||19450714|F|||${field}`)).message;
  const patient = readPatient(
    segments.find(({ name }) => name === 'PID')!,
    new Warnings(),
  );
  return prefillPatient({
    ...UNKNOWN,
    sent: { contacts: [], addresses: [], address: sentAddress(patient), birth_date_unread: null },
  });
}

describe('the address of a message', () => {
  it('is prefilled in the parts of the form, with the two letters of the country', () => {
    expect(prefill('12 Mill Lane^Flat 2^York^NY^YO1 7HH^GBR^H')).toMatchObject({
      address_line: '12 Mill Lane, Flat 2',
      city: 'York',
      state: 'NY',
      postal_code: 'YO1 7HH',
      country: 'GB',
    });
  });

  it('keeps a country without a code readable', () => {
    expect(prefill('1 Main St^^Springfield^^^Freedonia')).toMatchObject({
      address_line: '1 Main St, Freedonia',
      city: 'Springfield',
      country: '',
    });
  });

  it('is left to the user if none or several were sent', () => {
    const blank = { address_line: '', city: '', state: '', postal_code: '', country: '' };
    expect(prefill('')).toMatchObject(blank);
    expect(prefill('1 Main St^^Springfield~2 Side St^^Shelbyville')).toMatchObject(blank);
  });
});

/** What later messages gave a chart through an MRN that does not belong to it: undoing the decision leaves it there. */
import { useFormat } from '#format';
import type { PatientUpdateDetail } from '@/server/domain/patient-updates/contract';
import { isolate } from '../format/isolate';
import { list } from '../format/lists';
import { count } from '../format/numbers';
import { WholeDates } from '../format/whole-dates';
import { Notice } from '../ui/notice';
import { TextLink } from '../ui/text-link';
import { patientName } from './texts';

interface LaterDataProps {
  update: Pick<PatientUpdateDetail, 'later' | 'state'>;
}

export function LaterData({ update: { later, state } }: LaterDataProps) {
  const format = useFormat();
  return later.map(({ patient_id, since, fields, lab_results, documents, ...name }) => (
    <Notice
      key={patient_id}
      kind="problem"
      word={`${isolate(patientName(name))} has data from later messages`}
      className="mb-5 max-w-prose wrap-anywhere"
    >
      Since <WholeDates of={format.instant(since)} />:{' '}
      {list([
        ...fields.map((field) => field.replaceAll('_', ' ')),
        ...(lab_results > 0 ? [count(lab_results, 'result')] : []),
        ...(documents > 0 ? [count(documents, 'document')] : []),
      ])}
      .{' '}
      {state === 'applied'
        ? 'Undo does not remove this data.'
        : 'Check that this data belongs to the patient.'}
      <TextLink href={`/patients/${patient_id}/details`} className="mt-1 block">
        Review details
      </TextLink>
    </Notice>
  ));
}

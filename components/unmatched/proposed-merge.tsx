/** Two records that a hospital reports as one patient: both compared with the message, what differs, and the merge. */
import { useFormat } from '#format';
import type { PatientUpdateDetail } from '@/server/domain/patient-updates/contract';
import type { Patient } from '@/server/domain/patients/contract';
import { formatDate } from '../format/dates';
import { isolate } from '../format/isolate';
import { list } from '../format/lists';
import { WholeDates } from '../format/whole-dates';
import { wordsWith } from '../patients/detail-words';
import { detailsOf, FIELDS, isSame, LABELS, linesOf, type Field } from '../patients/details';
import { Lines } from '../patients/details-conflict';
import { Notice } from '../ui/notice';
import { SectionHeading } from '../ui/page-heading';
import { PairTable } from '../ui/pair-table';
import { TextLink } from '../ui/text-link';
import { AppliedChanges } from './applied-changes';
import { CandidateCard } from './candidate-card';
import { MergeFromUpdate } from './decide-update';
import type { SentPatient } from './sent-patient';
import { patientName } from './texts';

const nameOf = ({ name }: Patient): string =>
  patientName({ family: name.family, given: name.given.join(' ') });

const IDENTITY: readonly ((record: Patient) => string)[] = [
  nameOf,
  ({ birth_date }) => birth_date,
  ({ sex }) => sex,
];

/** What MRG says of the merged record: the values of PID are those of the kept one. */
function priorPatient({ sent }: PatientUpdateDetail): SentPatient {
  const [name] = sent.prior_names;
  return { family: name?.family ?? null, given: name?.given ?? null, birth_date: null, sex: null, mrn: null };
}

const wordOf = wordsWith([]);

/** Those that both records must have, or that are not about the person. */
const NOT_COMPARED: ReadonlySet<Field> = new Set([
  'name_use',
  'birth_date_estimated',
  'primary_clinician_id',
  'mrn',
  'external_id',
  'identifiers',
  'metadata',
]);

interface ProposedMergeProps {
  update: PatientUpdateDetail;
  merge: NonNullable<PatientUpdateDetail['proposed_merge']>;
}

export function ProposedMerge({
  update,
  merge: { kept, merged, merged_compared, after, contradicts },
}: ProposedMergeProps) {
  const format = useFormat();
  const records = [detailsOf(kept, format), detailsOf(merged, format)] as const;
  const differing = FIELDS.filter((field) => !NOT_COMPARED.has(field) && !isSame(...records, field));
  const applied = { before: kept, after };
  const card = (label: string, { id }: Patient) => {
    const isMerged = id === merged.id;
    const find = (wanted: string) => update.candidates.find(({ patient }) => patient.id === wanted);
    const candidate = find(id);
    if (!candidate) return null;
    return (
      <CandidateCard
        label={label}
        other={find(isMerged ? kept.id : merged.id)?.patient ?? null}
        sent={isMerged ? priorPatient(update) : update}
        candidate={{
          ...candidate,
          compared: isMerged ? merged_compared : { ...candidate.compared, mrn: 'same' },
        }}
        sender={update.connection}
      />
    );
  };
  const isOfAnother = [merged_compared.family, merged_compared.given].includes('different');
  const warning =
    contradicts.length > 0 || isOfAnother ? (
      <Notice kind="problem" word="These may be two people" className="mb-3">
        Merge only if you are sure that both records are of the same patient.
      </Notice>
    ) : null;
  return (
    <section aria-labelledby="candidates">
      <SectionHeading id="candidates" title="Records to merge" />
      <p className="mb-2">
        {isolate(update.connection)} reports both records as one patient and keeps MRN {kept.mrn}.
      </p>
      {card('Kept', kept)}
      {card('Merged into the kept record', merged)}
      <div className="border-t border-line pt-4">
        {warning}
        <p className="mb-3">
          {differing.length > 0
            ? `The records differ in: ${list(differing.map((field) => LABELS[field].toLowerCase()))}. `
            : null}
          <TextLink href={`/patients/${kept.id}/merge?with=${merged.id}&request=${update.id}`}>
            Compare the records
          </TextLink>
        </p>
        <MergeFromUpdate
          updateId={update.id}
          kept={{ id: kept.id, name: nameOf(kept), mrn: kept.mrn }}
          merged={{ id: merged.id, name: nameOf(merged), mrn: merged.mrn }}
          differs={IDENTITY.some((read) => read(kept) !== read(merged))}
        >
          <p className="wrap-anywhere">
            Kept: <Identity record={kept} />
          </p>
          <p className="mb-3 wrap-anywhere">
            Merged: <Identity record={merged} />
          </p>
          {warning}
          {differing.length > 0 ? (
            <PairTable
              caption="Differences"
              columns={['Kept', 'Merged']}
              rows={differing.map((field) => ({
                label: LABELS[field],
                values: [
                  <Lines key="kept" of={linesOf(records[0], field, wordOf)} />,
                  <Lines key="merged" of={linesOf(records[1], field, wordOf)} />,
                ],
              }))}
            />
          ) : null}
          <AppliedChanges applied={applied} unchanged="The message changes no details." />
          <p className="mb-3">
            Results, orders and documents of both records are kept. You can undo the merge and its changes in
            the details of the chart. Connected systems are notified.
          </p>
        </MergeFromUpdate>
      </div>
    </section>
  );
}

const Identity = ({ record }: { record: Patient }) => (
  <strong>
    <bdi>{nameOf(record)}</bdi>
    <WholeDates of={`, born ${formatDate(record.birth_date)}, MRN ${record.mrn}`} />
  </strong>
);

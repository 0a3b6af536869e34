/** Search for the patient of a document. Works without scripts. */
import type { ChartRow } from '@/server/domain/patients/contract';
import { namesakesOf } from '../format/names';
import { MicroIdentity } from '../patients/micro-identity';
import { patientLine } from '../patients/patient-view';
import { PatientSearch } from '../patients/patient-search';
import { EmptyState } from '../ui/empty-state';
import { LinkButton } from '../ui/link-button';

interface PatientChoicesProps {
  patients: readonly ChartRow[];
  today: string;
  hrefOf: (patient: ChartRow) => string;
  /** The search, whose matches are marked. */
  q?: string | undefined;
}

export function PatientChoices({ patients, today, hrefOf, q }: PatientChoicesProps) {
  const namesakes = namesakesOf(patients);
  return (
    <ul className="max-w-2xl border-t-2 border-ink">
      {patients.map((patient) => (
        <li key={patient.id} className="flex items-center justify-between gap-3 border-b border-line py-2">
          <div className="min-w-0 grow">
            <MicroIdentity
              patient={patient}
              {...(patient.sex ? { sex: patient.sex } : {})}
              today={today}
              sameName={namesakes.has(patient.id)}
              q={q}
              {...(patient.status === 'active' ? { href: hrefOf(patient) } : {})}
            />
          </div>
          {patient.status === 'active' ? (
            <LinkButton href={hrefOf(patient)} weight="secondary">
              Choose
              <span className="sr-only">
                {' '}
                {patient.mrn === null ? patientLine(patient) : `${patient.name.family}, MRN ${patient.mrn}`}
              </span>
            </LinkButton>
          ) : (
            <span className="text-sm">Inactive record</span>
          )}
        </li>
      ))}
    </ul>
  );
}

interface ChoosePatientProps extends Omit<PatientChoicesProps, 'patients'> {
  path: string;
  label: string;
  /** Null before a search. */
  found: readonly (ChartRow & { near: boolean })[] | null;
  /** Title of an empty result. */
  emptyTitle: string;
  more: boolean;
  /** The page has no other purpose. */
  focus?: boolean;
}

export function ChoosePatient({
  path,
  q,
  label,
  found,
  emptyTitle,
  more,
  focus = false,
  ...choices
}: ChoosePatientProps) {
  const matches = found?.filter((patient) => !patient.near) ?? [];
  const near = found?.filter((patient) => patient.near) ?? [];
  return (
    <section aria-labelledby="patient">
      <h2 id="patient" className="sr-only">
        Choose a patient
      </h2>
      <PatientSearch path={path} q={q} label={label} focus={focus && !q} className="mb-4 max-w-2xl" />
      {found?.length === 0 ? (
        <EmptyState title={emptyTitle}>Check the spelling, or search by MRN.</EmptyState>
      ) : null}
      {matches.length > 0 ? <PatientChoices patients={matches} q={q} {...choices} /> : null}
      {near.length > 0 ? (
        <>
          <h3 className="mt-4 mb-1 font-semibold">Similar names</h3>
          <PatientChoices patients={near} q={q} {...choices} />
        </>
      ) : null}
      {more ? <p>More patients match. Add the birth date or MRN.</p> : null}
    </section>
  );
}

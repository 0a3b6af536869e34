/** Identity of one row in a list that mixes patients: name, birth date, MRN. */
import type { PatientIdentity } from '@/server/domain/patients/contract';
import { formatName } from '../format/names';
import { Avatar } from '../ui/avatar';
import { TextLink } from '../ui/text-link';
import { IdentityFacts } from './identity-facts';
import { Matched } from './matched';

interface MicroIdentityProps {
  patient: Pick<PatientIdentity, 'id' | 'name' | 'birth_date' | 'mrn' | 'deceased_at'>;
  /** Where no column has it. */
  sex?: PatientIdentity['sex'];
  today: string;
  sameName?: boolean;
  /** By default the chart; null for users who may not open it. */
  href?: string | null;
  /** In a list whose columns repeat the facts: only where it has no columns. */
  isNarrowOnly?: boolean;
  /** A search whose matches are marked. */
  q?: string | undefined;
}

export function MicroIdentity({
  patient,
  sex,
  today,
  sameName = false,
  href,
  isNarrowOnly = false,
  q,
}: MicroIdentityProps) {
  return (
    <span className={`flex items-start gap-3 ${isNarrowOnly ? 'md:items-center' : ''}`}>
      <Avatar id={patient.id} name={patient.name} className={`mt-1 ${isNarrowOnly ? 'md:mt-0' : ''}`} />
      <span className="min-w-0">
        {href === null ? (
          <bdi className="font-semibold">{formatName(patient.name)}</bdi>
        ) : (
          <TextLink href={href ?? `/patients/${patient.id}`} className="font-semibold">
            <bdi>
              <Matched text={formatName(patient.name)} q={q} />
            </bdi>
          </TextLink>
        )}
        {sameName ? (
          <span className="ml-2 border border-ink px-1.5 text-sm font-semibold whitespace-nowrap">
            Same name
          </span>
        ) : null}
        <span className={`block text-sm text-ink-2 ${isNarrowOnly && patient.birth_date ? 'md:hidden' : ''}`}>
          <IdentityFacts
            patient={{
              birth_date: patient.birth_date,
              mrn: patient.mrn,
              deceased_at: patient.deceased_at,
              ...(sex ? { sex } : {}),
            }}
            today={today}
            q={q}
          />
        </span>
      </span>
    </span>
  );
}

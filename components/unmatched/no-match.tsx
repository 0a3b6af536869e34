/** After the possible matches: the way to a new patient with the received data. */
import { LinkButton } from '../ui/link-button';

export const NoMatch = ({ from, what }: { from: string; what: 'report' | 'document' }) => (
  <div className="mt-4 border-t border-line pt-4">
    <p className="mb-2">No match? Create the patient from this {what}, then file it.</p>
    <LinkButton href={`/patients/new?from=${from}`} weight="secondary">
      New patient
    </LinkButton>
  </div>
);

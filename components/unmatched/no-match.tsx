/** After the possible matches: the way to a new patient with the received data. */
import { LinkButton } from '../ui/link-button';

interface NoMatchProps {
  from: string;
  /** The patient data of a message are applied when the patient is created. */
  what: 'report' | 'document' | 'message';
  /** What follows. */
  then?: string;
}

export const NoMatch = ({ from, what, then = 'file' }: NoMatchProps) => (
  <div className="mt-4 border-t border-line pt-4">
    <p className="mb-2">
      No match? Create the patient from this {what}
      {what === 'message' ? '' : `, then ${then} it`}.
    </p>
    <LinkButton href={`/patients/new?from=${from}`} weight="secondary">
      New patient
    </LinkButton>
  </div>
);

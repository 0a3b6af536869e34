/** An open message with data that a newer open one does not have. */
import type { PatientUpdateDetail } from '@/server/domain/patient-updates/contract';
import { Notice } from '../ui/notice';
import { TextLink } from '../ui/text-link';

export const NewerMessage = ({ update: { newest_id } }: { update: PatientUpdateDetail }) =>
  newest_id ? (
    <Notice word="A newer message about this patient was received" className="mb-5 max-w-prose">
      It does not have all data of this one. Decide it first.
      <TextLink href={`/unmatched/patients/${newest_id}`} className="mt-1 block">
        Open newest message
      </TextLink>
    </Notice>
  ) : null;

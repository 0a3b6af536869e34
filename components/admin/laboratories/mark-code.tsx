'use client';
/** Marks a laboratory code as needing no mapping, or removes the mark. */
import type { LabCode } from '@/server/domain/lab-codes/contract';
import { ActionButton } from '../../client/action-button';
import { api } from '../../client/client';

export function MarkCode({ code: { id, code, state } }: { code: LabCode }) {
  const mark = (mapping_needed: boolean) => api.inboundReports.markLabCode.mutate({ id, mapping_needed });
  if (state === 'not_needed')
    return (
      <ActionButton
        label="Undo"
        name={`Undo “No mapping needed” for ${code}`}
        done={`${code} is not mapped.`}
        weight="quiet"
        run={() => mark(true)}
      />
    );
  return (
    <ActionButton
      label="No mapping needed"
      name={`No mapping needed for ${code}`}
      done={{
        sentence: `${code} needs no mapping.`,
        undo: async () => {
          await mark(true);
          return { sentence: `Undone. ${code} is not mapped.` };
        },
      }}
      weight="quiet"
      run={() => mark(false)}
    />
  );
}

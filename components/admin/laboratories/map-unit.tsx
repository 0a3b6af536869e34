'use client';
/** Says what a laboratory means by a unit, or takes it back. */
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { LabUnit } from '@/server/domain/lab-units/contract';
import { api } from '../../client/client';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { announce } from '../../ui/live-region';
import { TextField } from '../../ui/text-field';

export function MapUnit({ unit: { connection_id, unit, ucum } }: { unit: LabUnit }) {
  const router = useRouter();
  const [meant, setMeant] = useState('');
  const known = ucum !== null;
  const said = meant.trim();
  return (
    <ConfirmDialog
      opener={{
        label: known ? 'Change' : 'Map',
        name: `${known ? 'Change' : 'Map'} ${unit}`,
        weight: 'quiet',
        onOpen: () => setMeant(ucum ?? ''),
      }}
      title={`What does ${unit} mean?`}
      confirm={known && said === '' ? 'Take it back' : 'Map'}
      keep="Leave it"
      ready={said !== (ucum ?? '')}
      act={() => api.labConnections.mapLabUnit.mutate({ connection_id, unit, ucum: said || null })}
      explain={({ code, sentence }) =>
        code === 'validation_failed'
          ? 'A unit of UCUM has letters, digits and signs without blanks, such as mmol/L or 10*9/L.'
          : sentence
      }
      done={() => {
        announce(said ? `${unit} is mapped to ${said}.` : `${unit} is no longer mapped.`);
        router.refresh();
      }}
    >
      <p className="mb-3">
        It holds from the next message on. Values are shown with the unit as sent, whatever is said here;
        connected systems get this one beside it.
      </p>
      <TextField
        id={`ucum-${unit}`}
        label="UCUM"
        hint="Upper and lower case differ: mmol/L, 10*9/L, [IU]/mL"
        value={meant}
        maxLength={60}
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        onChange={(event) => setMeant(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}

'use client';
/** Maps a unit of a laboratory to UCUM, or removes the mapping. */
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { LabUnit } from '@/server/domain/lab-units/contract';
import { api } from '../../client/client';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { showToast } from '../../ui/toast';
import { TextField } from '../../ui/text-field';

export function MapUnit({ unit: { connection_id, unit, ucum } }: { unit: LabUnit }) {
  const router = useRouter();
  const [text, setText] = useState('');
  const known = ucum !== null;
  const typed = text.trim();
  return (
    <ConfirmDialog
      opener={{
        label: known ? 'Change' : 'Map',
        name: `${known ? 'Change' : 'Map'} ${unit}`,
        weight: 'quiet',
        onOpen: () => setText(ucum ?? ''),
      }}
      title={`Map ${unit} to UCUM`}
      confirm={known && typed === '' ? 'Remove mapping' : 'Map'}
      missing={
        typed !== (ucum ?? '')
          ? null
          : known
            ? 'Change the unit, or clear it to remove the mapping.'
            : 'Enter a unit.'
      }
      onConfirm={() => api.labConnections.mapLabUnit.mutate({ connection_id, unit, ucum: typed || null })}
      explain={({ code, sentence }) =>
        code === 'validation_failed'
          ? 'Enter a UCUM unit without spaces, for example mmol/L or 10*9/L.'
          : sentence
      }
      done={() => {
        showToast(typed ? `${unit} mapped to ${typed}.` : `Mapping of ${unit} removed.`);
        router.refresh();
      }}
    >
      <p className="mb-3">
        Applies to new messages. The portal shows the unit as sent. Connected systems also receive the UCUM
        unit.
      </p>
      <TextField
        id={`ucum-${unit}`}
        label="UCUM"
        hint="Case-sensitive, for example mmol/L, 10*9/L, [IU]/mL"
        value={text}
        maxLength={60}
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}

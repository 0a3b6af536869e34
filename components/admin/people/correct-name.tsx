'use client';
import { useRouter } from 'next/navigation';
import { useRef } from 'react';
import { NAME_OWNER_WORDS } from '@/server/domain/people/rules';
import type { Person } from '@/server/domain/people/contract';
import { api } from '../../client/client';
import { defineFields } from '../../client/form-fields';
import { SharedErrors } from '../../client/shared-errors';
import { changesFrom, useSharedForm } from '../../client/shared-form';
import { storedWords } from '../../client/stored-words';
import { useSubmit } from '../../client/use-submit';
import { isolate } from '../../format/isolate';
import { Button } from '../../ui/button';
import type { Problem } from '../../ui/error-message';
import { TextField } from '../../ui/text-field';
import { showToast } from '../../ui/toast';

const FIELDS = defineFields({
  name: {
    pointer: '/name',
    label: 'Name',
    hint: 'Also shown on earlier signatures. The audit log keeps the former name.',
    required: true,
    maxLength: 100,
    autoComplete: 'off',
  },
});

const STORED = storedWords(FIELDS.places);

export function CorrectName({ person: { id, name, name_owner: owner } }: { person: Person }) {
  const router = useRouter();
  const formElement = useRef<HTMLFormElement>(null);
  const read = (data: FormData) => ({ name: FIELDS.read(data).name ?? '' });
  const shared = useSharedForm(
    { name },
    {
      read: () => read(new FormData(formElement.current!)),
      load: async () => ({ name: (await api.people.getPerson.query({ id })).name }),
    },
  );
  const { form, busy, pending, error, setError } = useSubmit(
    (data) => {
      const wanted = read(data);
      if (!wanted.name)
        throw {
          code: 'validation_failed',
          errors: [{ pointer: '/name', code: 'required', message: 'Enter a name.' }],
        } satisfies Problem;
      return api.people.correctPersonName.mutate({ ...changesFrom(shared.base, wanted), ...wanted, id });
    },
    (corrected) => {
      shared.saved({ name: corrected.name });
      showToast(`Name saved: ${isolate(corrected.name)}.`);
      router.refresh();
    },
  );
  if (owner) return <p>{NAME_OWNER_WORDS[owner]}</p>;
  return (
    <form ref={formElement} method="post" {...form} className="space-y-3" aria-label="Correct name">
      <SharedErrors
        shared={shared}
        error={error}
        clear={() => setError(null)}
        fields={FIELDS.places}
        words={STORED}
      />
      <TextField
        key={shared.round}
        {...FIELDS.controls(error).field('name')}
        defaultValue={shared.values.name}
        className="max-w-sm"
      />
      <Button type="submit" disabled={busy} weight="secondary">
        {pending ? 'Saving' : 'Save name'}
      </Button>
    </form>
  );
}

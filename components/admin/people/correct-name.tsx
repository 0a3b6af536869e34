'use client';
import { useRouter } from 'next/navigation';
import { NAME_OWNER_WORDS } from '@/server/domain/people/rules';
import type { Person } from '@/server/domain/people/contract';
import { api } from '../../client/client';
import { defineFields } from '../../client/form-fields';
import { useSubmit } from '../../client/use-submit';
import { isolate } from '../../format/isolate';
import { Button } from '../../ui/button';
import type { Problem } from '../../ui/error-message';
import { ErrorSummary } from '../../ui/error-summary';
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

export function CorrectName({ person: { id, name, name_owner: owner } }: { person: Person }) {
  const router = useRouter();
  const { form, busy, pending, error } = useSubmit(
    (data) => {
      const { name: corrected } = FIELDS.read(data);
      if (!corrected)
        throw {
          code: 'validation_failed',
          errors: [{ pointer: '/name', code: 'required', message: 'Enter the name.' }],
        } satisfies Problem;
      return api.people.correctPersonName.mutate({ id, name: corrected });
    },
    (corrected) => {
      showToast(`Name saved: ${isolate(corrected.name)}.`);
      router.refresh();
    },
  );
  if (owner) return <p>{NAME_OWNER_WORDS[owner]}</p>;
  return (
    <form method="post" {...form} className="space-y-3" aria-label="Correct name">
      <ErrorSummary error={error} fields={FIELDS.places} />
      <TextField {...FIELDS.controls(error).field('name')} defaultValue={name} className="max-w-sm" />
      <Button type="submit" disabled={busy} weight="secondary">
        {pending ? 'Saving' : 'Save name'}
      </Button>
    </form>
  );
}

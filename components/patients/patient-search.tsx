/** The search of the patients page: one field for name, birth date, MRN and phone. A plain form: needs no script. */
import { Button } from '../ui/button';
import { LinkButton } from '../ui/link-button';
import { LinkForm } from '../ui/link-form';

export function PatientSearch({ q }: { q: string | undefined }) {
  return (
    <LinkForm key={q ?? ''} action="/patients" className="mb-6 max-w-3xl">
      <label htmlFor="q" className="mb-1 block font-semibold">
        Find a patient
      </label>
      <p id="q-hint" className="-mt-0.5 mb-1 text-sm text-ink-2">
        Name, birth date, MRN or phone, in any order: Smith 14-Jul-1945
      </p>
      <div className="flex flex-wrap gap-2">
        <input
          id="q"
          name="q"
          type="search"
          defaultValue={q}
          minLength={2}
          maxLength={200}
          autoComplete="off"
          aria-describedby="q-hint"
          className="control min-w-0 flex-1 basis-64"
        />
        <Button type="submit">Search</Button>
        {q ? (
          <LinkButton href="/patients" weight="secondary">
            Clear
          </LinkButton>
        ) : null}
      </div>
    </LinkForm>
  );
}

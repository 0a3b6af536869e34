/** Looks up another patient than those that are proposed. A plain form: needs no script. */
import { Button } from '../ui/button';
import { LinkButton } from '../ui/link-button';
import { LinkForm } from '../ui/link-form';

/** Heading of what was found. */
export const FOUND = 'found-others';

export function FindOther({ path, q }: { path: string; q: string | undefined }) {
  return (
    <LinkForm action={path} answerId={FOUND} className="my-4">
      <label htmlFor="find-other" className="mb-1 block font-semibold">
        Look up another patient
      </label>
      <p id="find-other-hint" className="-mt-0.5 mb-1 text-sm text-ink-2">
        Name, birth date, MRN or phone, in any order
      </p>
      <div className="flex flex-wrap gap-2">
        <input
          id="find-other"
          name="q"
          type="search"
          defaultValue={q}
          minLength={2}
          maxLength={200}
          autoComplete="off"
          aria-describedby="find-other-hint"
          className="control min-w-0 flex-1 basis-56"
        />
        <Button type="submit" weight="secondary">
          Look up
        </Button>
        {q ? (
          <LinkButton href={path} weight="quiet">
            Clear
          </LinkButton>
        ) : null}
      </div>
    </LinkForm>
  );
}

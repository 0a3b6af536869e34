/** Looks up patients by one field for name, birth date, MRN and phone. A plain form: needs no script. */
import { Button } from '../ui/button';
import { LinkButton } from '../ui/link-button';
import { LinkForm } from '../ui/link-form';

interface PatientSearchProps {
  /** The page that answers. */
  path: string;
  q: string | undefined;
  label: string;
  /** Where it is not what the page is for: said on the button, which steps back. */
  aside?: string;
  /** Of the field. */
  id?: string;
  /** What gets the focus when the answer is there. */
  answerId?: string;
  className: string;
}

export function PatientSearch({ path, q, label, aside, id = 'q', answerId, className }: PatientSearchProps) {
  return (
    <LinkForm
      // A form made anew would not give the focus away.
      key={answerId === undefined ? (q ?? '') : ''}
      action={path}
      className={className}
      {...(answerId === undefined ? {} : { answerId })}
    >
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      <p id={`${id}-hint`} className="-mt-0.5 mb-1 text-sm text-ink-2">
        Name, birth date, MRN or phone, in any order: Smith 14-Jul-1945
      </p>
      <div className="flex flex-wrap gap-2">
        <input
          id={id}
          name="q"
          type="search"
          defaultValue={q}
          minLength={2}
          maxLength={200}
          autoComplete="off"
          aria-describedby={`${id}-hint`}
          className="control min-w-0 flex-1 basis-64"
        />
        <Button type="submit" weight={aside ? 'secondary' : 'primary'}>
          {aside ?? 'Search'}
        </Button>
        {q ? (
          <LinkButton href={path} weight={aside ? 'quiet' : 'secondary'}>
            Clear
          </LinkButton>
        ) : null}
      </div>
    </LinkForm>
  );
}

/** Patient search by name, birth date, MRN or phone. Works without scripts. */
import { Button } from '../ui/button';
import { LinkButton } from '../ui/link-button';
import { LinkForm } from '../ui/link-form';

interface PatientSearchProps {
  /** The page of the results. */
  path: string;
  q: string | undefined;
  label: string;
  /** Label of the button where the search is secondary on the page. */
  secondaryLabel?: string;
  id?: string;
  /** The element that gets the focus when the results are shown. */
  resultsId?: string;
  /** The page has no other purpose. */
  focus?: boolean;
  className: string;
}

export function PatientSearch({
  path,
  q,
  label,
  secondaryLabel,
  id = 'q',
  resultsId,
  focus = false,
  className,
}: PatientSearchProps) {
  return (
    <LinkForm
      // A remounted form would lose the focus.
      key={resultsId === undefined ? (q ?? '') : ''}
      action={path}
      className={className}
      {...(resultsId === undefined ? {} : { answerId: resultsId })}
    >
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      <p id={`${id}-hint`} className="-mt-0.5 mb-1 text-sm text-ink-2">
        Name, birth date, MRN or phone. <span className="whitespace-nowrap">Example: Smith 14-Jul-1945</span>
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
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- only where the page has no other purpose
          autoFocus={focus}
          aria-describedby={`${id}-hint`}
          className="control min-w-0 flex-1 basis-40"
        />
        <Button type="submit" weight={secondaryLabel ? 'secondary' : 'primary'}>
          {secondaryLabel ?? 'Search'}
        </Button>
        {q ? (
          <LinkButton href={path} weight={secondaryLabel ? 'quiet' : 'secondary'}>
            Clear
          </LinkButton>
        ) : null}
      </div>
    </LinkForm>
  );
}

/** Filter by kind as a plain form: the choice stands in the address. */
import { wordList } from '../format/words';
import { Button } from '../ui/button';
import { LinkForm } from '../ui/link-form';

export function KindFilter({ path, chosen }: { path: string; chosen: string | undefined }) {
  return (
    <LinkForm key={chosen ?? ''} action={path} className="mb-3 flex flex-wrap items-end gap-2">
      <div>
        <label htmlFor="category" className="block text-sm text-ink-2">
          Kind
        </label>
        <select id="category" name="category" defaultValue={chosen ?? ''} className="control min-w-48">
          <option value="">All kinds</option>
          {wordList('category').map((kind) => (
            <option key={kind.value} value={kind.value}>
              {kind.label}
            </option>
          ))}
        </select>
      </div>
      <Button type="submit" weight="secondary">
        Show
      </Button>
    </LinkForm>
  );
}

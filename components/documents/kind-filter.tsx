/** Filter by kind as a plain form: the choice stands in the address. */
import { wordList } from '../format/words';
import { Choice, FilterForm } from '../ui/filter-controls';

export function KindFilter({ path, chosen }: { path: string; chosen: string | undefined }) {
  return (
    <FilterForm path={path}>
      <Choice id="category" label="Kind" value={chosen} all="All kinds" className="min-w-48">
        {wordList('category').map((kind) => (
          <option key={kind.value} value={kind.value}>
            {kind.label}
          </option>
        ))}
      </Choice>
    </FilterForm>
  );
}

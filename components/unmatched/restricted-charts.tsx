/** Possible matches in restricted charts, of which nothing is shown. */
import { openingHref } from '../restricted-charts/opening-href';
import { LinkButton } from '../ui/link-button';

interface RestrictedChartsProps {
  /** `pat_…` */
  ids: readonly string[];
  /** Where the user returns to. */
  path: string;
}

export const RestrictedCharts = ({ ids, path }: RestrictedChartsProps) =>
  ids.map((id) => (
    <div key={id} data-key-row="" className="border-t border-line py-4">
      <h3 className="font-semibold">Restricted chart</h3>
      <p className="mb-2">This possible match is not shown. Open the chart to compare it.</p>
      <LinkButton href={openingHref(id, path)} weight="secondary">
        Open chart
      </LinkButton>
    </div>
  ));

/** Names requested tests that are not added because the laboratory no longer offers them. */
import { list } from '../format/lists';
import { Notice } from '../ui/notice';

export const NotOrderable = ({ names }: { names: readonly string[] }) => (
  <Notice kind="problem" word="Not added" live>
    The laboratory no longer offers {list(names)}.
  </Notice>
);

/** The shortcuts of a page with possible matches. A match in a restricted chart is opened, and nothing is filed to it. */
import { RowKeys } from '../shell/shortcuts/row-keys';

interface ChoiceKeysProps {
  of: Record<'candidates' | 'others' | 'restricted', readonly unknown[]>;
  /** What `m` does. */
  does: string;
}

const MOVE = [
  ['j', 'next patient'],
  ['k', 'previous patient'],
] as const;

export function ChoiceKeys({ of: { candidates, others, restricted }, does }: ChoiceKeysProps) {
  if (candidates.length + others.length > 0) return <RowKeys keys={[...MOVE, ['m', does]]} />;
  return restricted.length > 0 ? <RowKeys keys={MOVE} /> : null;
}

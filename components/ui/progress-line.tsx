/** Upload progress of one file: bar, percent and bytes. */
import { formatBytes } from '../format/numbers';

export function ProgressLine({ label, sent, total }: { label: string; sent: number; total: number }) {
  const percent = total > 0 ? Math.floor((sent / total) * 100) : 0;
  return (
    <div>
      <progress className="line" value={sent} max={Math.max(total, 1)} aria-label={label} />
      <p className="text-sm text-ink-2">
        {percent} %, {formatBytes(sent)} of {formatBytes(total)}
      </p>
    </div>
  );
}

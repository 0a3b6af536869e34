/** One sentence, the reason, the next action. No drawings. */
import type { ReactNode } from 'react';

export function EmptyState({
  title,
  children,
  action,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="border-y border-line bg-canvas px-4 py-5">
      <p className="font-semibold">{title}</p>
      {children ? <p className="text-ink-2">{children}</p> : null}
      {action ? <div className="mt-3 flex flex-wrap gap-2">{action}</div> : null}
    </div>
  );
}

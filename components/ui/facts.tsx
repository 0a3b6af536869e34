import type { ReactNode } from 'react';

/** One fact in a `dl`, which defines the layout. */
interface FactProps {
  label: string;
  /** The value needs no label where room is scarce. */
  isPlain?: boolean;
  children: ReactNode;
}

export function Fact({ label, isPlain = false, children }: FactProps) {
  return (
    <div>
      <dt className={`text-sm font-normal text-ink-2 ${isPlain ? 'max-sm:sr-only' : ''}`}>{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

/** Code with a copy button. Wide lines scroll inside their box, also by keyboard, or wrap. */
import type { ReactNode } from 'react';
import { CopyCode } from './copy-code';

interface CodeBlockProps {
  label: string;
  code: string;
  /** Shown above the code, next to the button. */
  caption?: ReactNode;
  isWrapped?: boolean;
}

export function CodeBlock({ label, code, caption, isWrapped = false }: CodeBlockProps) {
  return (
    <div className="mb-4 bg-canvas">
      <div
        className={`flex min-h-9 items-center justify-between gap-3 border-b border-line py-0.5 pr-1 pl-3 text-sm text-ink-2 ${caption ? '' : 'noscript:hidden'}`}
      >
        <div className="min-w-0">{caption}</div>
        <CopyCode label={label} />
      </div>
      <pre
        role="group"
        tabIndex={0}
        aria-label={label}
        className={`overflow-x-auto p-3 font-mono text-sm ${isWrapped ? 'whitespace-pre-wrap wrap-anywhere' : ''}`}
      >
        <code>{code}</code>
      </pre>
    </div>
  );
}

/** Code with a copy button. Wide lines scroll inside their box, also by keyboard. */
import { CopyCode } from './copy-code';

export function CodeBlock({ label, code }: { label: string; code: string }) {
  return (
    <>
      <pre
        role="group"
        tabIndex={0}
        aria-label={label}
        className="overflow-x-auto bg-canvas p-3 font-mono text-sm"
      >
        <code>{code}</code>
      </pre>
      <CopyCode label={label} />
    </>
  );
}

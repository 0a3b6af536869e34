/** Code to read and copy. Wide lines are moved sideways inside their box, by keys as well. */
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

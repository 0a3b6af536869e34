/** Text of a document, set for reading. */
interface DocumentTextProps {
  text: string;
  className?: string;
}

const COLUMN_GAP = /\S(?: {2,}|\t+)\S/;
const LEAST_ROWS = 3;

/** A table or a form set with spaces: its columns are aligned only in a monospaced font. */
export function isTabular(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const rows = lines.filter((line) => COLUMN_GAP.test(line.trim())).length;
  return rows >= LEAST_ROWS && rows * 3 >= lines.length;
}

export const DocumentText = ({ text, className = '' }: DocumentTextProps) => (
  <div
    className={`overflow-auto border border-line p-3 ${className}`}
    tabIndex={0}
    role="region"
    aria-label="Text of the document"
  >
    <div
      className={
        isTabular(text) ? 'font-mono text-sm whitespace-pre' : 'max-w-prose whitespace-pre-wrap wrap-anywhere'
      }
    >
      <bdi>{text}</bdi>
    </div>
  </div>
);

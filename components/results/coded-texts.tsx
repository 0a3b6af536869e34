/** The original text and the alternate codes of a test or value, where they add information. */
import type { Observation } from '@/server/domain/lab-results/contract';

type Code = Observation['value_alternate_codes'][number];

const LABEL: Partial<Record<Observation['role'], string>> = {
  order_detail: 'From the order',
  not_asked: 'Not ordered',
};

/** `Plasmodium sp. (LOC1, L)`; null if the name is already shown. */
function codeWords({ display, code, system }: Code, shown: readonly (string | null)[]): string | null {
  if (display === null || shown.includes(display)) return null;
  const source = [code, system].filter((part) => part !== null && part !== display).join(', ');
  return source === '' ? display : `${display} (${source})`;
}

function Texts({ original, codes }: { original: string | null; codes: readonly (string | null)[] }) {
  const others = codes.filter((words) => words !== null);
  return (
    <>
      {original === null ? null : (
        <span className="block text-sm font-normal wrap-anywhere text-ink-2">Original text: {original}</span>
      )}
      {others.length === 0 ? null : (
        <span className="block text-sm font-normal wrap-anywhere text-ink-2">
          Also coded as: {others.join('; ')}
        </span>
      )}
    </>
  );
}

export function TestTexts({ observation }: { observation: Observation }) {
  const { name, role, original_text: original, alternate_code: code } = observation;
  const label = LABEL[role];
  return (
    <>
      {label ? <span className="block text-sm font-normal text-info">{label}</span> : null}
      <Texts
        original={original === name ? null : original}
        codes={[code && codeWords(code, [name, original])]}
      />
    </>
  );
}

export function ValueTexts({ observation }: { observation: Observation }) {
  const { value_text: value, value_original_text: original, value_alternate_codes: codes } = observation;
  // The value contains the names of its repetitions.
  const named = [value, original, ...(value?.split('; ') ?? [])];
  return (
    <Texts
      original={original === value ? null : original}
      codes={codes.map((code) => codeWords(code, named))}
    />
  );
}

/** What later versions of a report changed, newest first, each value with the one that it replaced. */
import type { Correction, LabResult } from '@/server/domain/lab-results/contract';
import type { ResultVersions } from '@/server/domain/lab-results/history-contract';
import { formatInstant } from '../format/dates';
import { broughtBy, reportedWords } from './replaced-value';

const FIELD_WORDS: Record<string, string> = {
  value_text: 'value',
  unit: 'unit',
  reference_range: 'reference range',
  interpretation: 'flag',
  flags: 'flags of the laboratory',
  status: 'status',
};

function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : value.map(shown).join(', ');
  if (typeof value === 'object') {
    const text = (value as { text?: unknown }).text;
    return typeof text === 'string' ? text : JSON.stringify(value);
  }
  return String(value);
}

/** What is no single word travels as JSON. */
function wordsOf(value: string | null): string {
  if (value === null || !/^[[{]/.test(value)) return shown(value);
  try {
    return shown(JSON.parse(value));
  } catch {
    // A laboratory may have sent a text that begins so.
    return value;
  }
}

/** `panels.BMP.status` → "Basic metabolic panel, status" */
function fieldName(field: string, panelNames: ReadonlyMap<string, string>): string {
  const [, code, rest] = /^panels\.(.+?)(?:\.(\w+))?$/.exec(field) ?? [];
  const panel = code && (panelNames.get(code) ?? code);
  const name = panel === undefined ? field : rest;
  if (name === undefined) return `${panel}`;
  const said = FIELD_WORDS[name] ?? name.replaceAll('_', ' ');
  return panel === undefined ? said : `${panel}, ${said}`;
}

interface CorrectionListProps {
  report: Pick<LabResult, 'corrections' | 'panels'>;
  versions: ResultVersions['data'] | undefined;
  zone: string;
  /** Only what came after this version. */
  since?: number;
}

export function CorrectionList({ report, versions, zone, since = 0 }: CorrectionListProps) {
  const names = new Map(
    report.panels.flatMap((panel) => panel.observations.map((line) => [line.id, line.name] as const)),
  );
  const panelNames = new Map(report.panels.map(({ code, name }) => [code, name]));
  const newestFirst: Correction[] = report.corrections
    .filter(({ version }) => version > since)
    .sort((a, b) => b.version - a.version);
  return (
    <ul className="border-t-2 border-ink">
      {newestFirst.map((correction) => (
        <li key={correction.version} className="border-b border-line py-2">
          <p className="font-semibold">
            Corrected {formatInstant(correction.at, zone)}
            {correction.reason ? <span className="font-normal">, {correction.reason}</span> : null}
          </p>
          <ul>
            {correction.changes.map((change, index) => (
              <li key={index}>
                {change.observation_id
                  ? `${names.get(change.observation_id) ?? 'A removed line'}, `
                  : change.field.startsWith('panels.')
                    ? ''
                    : 'Report, '}
                {fieldName(change.field, panelNames)}: was <del>{wordsOf(change.from)}</del>,{' '}
                {change.observation_id && change.field === 'value_text' && change.from !== null
                  ? `${reportedWords(
                      broughtBy(change.observation_id, report.corrections, correction.version),
                      versions,
                      zone,
                    )}, `
                  : ''}
                now <ins className="font-semibold no-underline">{wordsOf(change.to)}</ins>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

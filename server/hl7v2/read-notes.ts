import type { ResultNote } from '../data-types/lab-result';
import type { Segment } from './message';

/** Each line of a text is often its own NTE, so adjacent ones from the same source are joined. */
export function readNotes(segments: readonly Segment[]): ResultNote[] {
  const notes: { source: string | null; lines: string[] }[] = [];
  for (const nte of segments) {
    const source = nte.text(2) || null;
    const text = nte.lines(3);
    const last = notes.at(-1);
    if (last && last.source === source) last.lines.push(text);
    else notes.push({ source, lines: [text] });
  }
  return notes
    .map(({ source, lines }) => ({ source, text: lines.join('\n').replace(/^\n+/, '').trimEnd() }))
    .filter(({ text }) => text !== '');
}

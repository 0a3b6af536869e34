/**
 * A note that is being written outlives the panel it is written in: a newer version of the report, or a look at another
 * one, must not take away what was done about a critical value. In the memory of this page only, so that it ends with it.
 */
const notes = new Map<string, string>();

export const keptNote = (report: string): string => notes.get(report) ?? '';

export function keepNote(report: string, note: string): void {
  if (note === '') notes.delete(report);
  else notes.set(report, note);
}

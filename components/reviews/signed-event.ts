/** What was just signed or seen, told to the part of the page that offers to take it back. */

export interface SignedReport {
  id: string;
  version: number;
}

export interface Signed {
  reports: readonly SignedReport[];
  /** "Signed Basic metabolic panel for OKAFOR, Adaeze" */
  sentence: string;
}

const EVENT = 'portal:signed';

export function tellSigned(signed: Signed): void {
  window.dispatchEvent(new CustomEvent<Signed>(EVENT, { detail: signed }));
}

export function hearSigned(on: (signed: Signed) => void): () => void {
  const hear = (event: Event) => on((event as CustomEvent<Signed>).detail);
  window.addEventListener(EVENT, hear);
  return () => window.removeEventListener(EVENT, hear);
}

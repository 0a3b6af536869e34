import { normalForm } from '../unicode-normal-form';

/** A search for a text as FHIR defines it: its start, without case and accents, or exactly the text. */
export interface TextSearch {
  text: string;
  exact: boolean;
}

const folded = (text: string): string => normalForm(text, 'NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether the name or one of its words matches. */
export const hasText = (name: string, { text, exact }: TextSearch): boolean =>
  exact ? name === text : [name, ...name.split(/\s+/)].some((part) => folded(part).startsWith(folded(text)));

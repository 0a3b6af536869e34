/** Browsers cut pasted text at the limit of the field without a word. */
import { count } from '../format/numbers';

type TextBox = Pick<HTMLTextAreaElement, 'value' | 'maxLength' | 'selectionStart' | 'selectionEnd'>;

export function isCut({ value, maxLength, selectionStart, selectionEnd }: TextBox, pasted: string): boolean {
  const replaced = selectionEnd - selectionStart;
  return maxLength >= 0 && value.length - replaced + pasted.replace(/\r\n?/g, '\n').length > maxLength;
}

/** @returns a sentence if the paste loses text */
export function cutWords({ target, clipboardData }: ClipboardEvent): string | null {
  if (!(target instanceof HTMLTextAreaElement) || target.readOnly) return null;
  if (!isCut(target, clipboardData?.getData('text/plain') ?? '')) return null;
  return `The pasted text is cut: the field holds ${count(target.maxLength, 'character')}.`;
}

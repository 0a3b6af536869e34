/**
 * Recognizes HTML pages. Stricter than browsers: after white space and comments the file must start with its document
 * type or `html` element, and it must contain nothing that another program could execute.
 */

const SPACE = /^[\t\n\f\r ]+/;
const COMMENT = /^<!--[\s\S]*?-->/;
// Without an internal subset, which could declare entities.
const BEGINNING = /^(?:<!doctype\s+html(?:\s[^<>[\]]*)?>|<html(?:\s[^<>]*)?>)/i;

/** @param start of the text, without its byte order mark */
export function isHtmlPage(start: string): boolean {
  let rest = start;
  for (let before = ''; before !== rest;) {
    before = rest;
    rest = rest.replace(SPACE, '').replace(COMMENT, '');
  }
  return BEGINNING.test(rest);
}

const NAME = /\.html?$/i;
const TYPE = 'text/html';

export interface Sender {
  /** Without parameters. */
  declaredType?: string | null;
  fileName?: string | null;
}

/** Markup in a file declared as anything else is not accepted as HTML. */
export const isSentAsHtml = ({ declaredType, fileName }: Sender): boolean =>
  declaredType?.toLowerCase() === TYPE || NAME.test(fileName?.trim() ?? '');

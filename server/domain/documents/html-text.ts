/**
 * Whether a file is an HTML page. Stricter than browsers: the page must begin with its document type or its `html`
 * element, after white space and comments, and hold nothing that another program would take for its own.
 */

const SPACE = /^[\t\n\f\r ]+/;
const COMMENT = /^<!--[\s\S]*?-->/;
// Without an internal subset: that is where entities are declared.
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
  /** Bare media type. */
  declaredType?: string | null;
  fileName?: string | null;
}

/** Markup in a file that is sent as anything else is not taken for a page. */
export const isSentAsHtml = ({ declaredType, fileName }: Sender): boolean =>
  declaredType?.toLowerCase() === TYPE || NAME.test(fileName?.trim() ?? '');

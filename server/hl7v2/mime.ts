/**
 * Files with MIME headers (RFC 2045), which some laboratories embed in messages: headers, a blank line, Base64 content;
 * also multipart with `--boundary` lines.
 */
export interface MimePart {
  /** Content-Type without parameters */
  type: string | null;
  /** Content-Transfer-Encoding */
  encoding: string | null;
  body: string;
}

const HEADER = /^(?:mime-version|content-[\w-]+)\s*:/i;
const BOUNDARY = /^--[^\s-][^\s]*$/;

export const beginsMime = (text: string): boolean => HEADER.test(text.trimStart());

export function readMime(text: string): MimePart[] {
  const parts: MimePart[] = [];
  let part: MimePart | null = null;
  let inBody = false;
  for (const line of text.split('\n')) {
    const sent = line.trim();
    const header = HEADER.test(sent) ? sent : null;
    if (BOUNDARY.test(sent)) part = null;
    else if (header !== null && (!part || !inBody || part.body.trim() !== '')) {
      if (!part || (inBody && part.body.trim() !== '')) {
        part = { type: null, encoding: null, body: '' };
        parts.push(part);
      }
      inBody = false;
      readHeader(part, header);
    } else if (part && (inBody || sent === '')) {
      inBody = true;
      part.body += `${line}\n`;
    } else if (part && !/^\s/.test(line)) {
      // Some senders omit the blank line. An indented line continues the previous header.
      inBody = true;
      part.body += `${line}\n`;
    }
  }
  return parts.filter(({ body }) => body.trim() !== '');
}

function readHeader(part: MimePart, header: string): void {
  const colon = header.indexOf(':');
  const value = header.slice(colon + 1).trim();
  const name = header.slice(0, colon).trim().toLowerCase();
  if (name === 'content-type') part.type = value.split(';')[0]!.trim() || null;
  if (name === 'content-transfer-encoding') part.encoding = value.toLowerCase();
}

import { decodeMessage, type CharsetDoubt } from './decode';
import { readHeader, type Header } from './header';
import { Message } from './message';
import { tokenize, type Tokens } from './tokenize';
import type { Warning } from '../data-types/inbound-message-codes';

/** Parses bytes into a message. Never throws; `problem` is set if nothing in it may be used. */
export interface ReadMessage {
  /** Null if it does not start with MSH. */
  header: Header | null;
  message: Message;
  problem: Tokens['problem'];
  /** The charset used, as a `decodeAs` label. */
  charset: string;
  doubts: CharsetDoubt[];
  warnings: Warning[];
}

export function readMessage(bytes: Buffer, connectionCharset?: string | null): ReadMessage {
  const { text, charset, doubts, warnings } = decodeMessage(bytes, connectionCharset);
  const tokens = tokenize(text);
  const wide = charset.startsWith('utf-16');
  return {
    header: tokens.problem === 'no_header' ? null : readHeader(wide ? Buffer.from(text, 'utf8') : bytes),
    message: new Message(tokens, wide ? 'utf-8' : charset),
    problem: tokens.problem,
    charset,
    doubts,
    warnings: [...warnings, ...tokens.warnings],
  };
}

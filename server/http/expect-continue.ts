import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * `Expect: 100-continue` (RFC 9110, section 10.1.1): "100 Continue" is sent when a handler starts to read the body, so
 * that clients do not send a body that is rejected for credential, length or media type.
 */
export function continueWhenRead(req: IncomingMessage, res: ServerResponse): void {
  const read = req._read.bind(req);
  let asked = false;
  req._read = (size) => {
    if (!asked && !res.headersSent && !res.destroyed) res.writeContinue();
    asked = true;
    read(size);
  };
}

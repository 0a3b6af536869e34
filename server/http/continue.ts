import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * `Expect: 100-continue` (RFC 9110, section 10.1.1): "100 Continue" goes out when a door begins to read the body. Who
 * is refused for the credential, the length or the media type never sends it.
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

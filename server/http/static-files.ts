import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';

/**
 * Scripts and styles as the build compressed them (`scripts/lib/compress.mjs`). Their names hold a hash of what is in
 * them, so they never change. What was not compressed, and readers without brotli, are left to Next.
 */
export interface StaticFiles {
  /** @returns whether the request was answered */
  answer(req: IncomingMessage, res: ServerResponse, pathname: string): boolean;
}

const PLACE = '/_next/static/';
const TYPES: Record<string, string> = {
  '.js': 'application/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
};

/** Reads them all: some hundred kilobytes. None where nothing was built. */
export function openStaticFiles(folder = path.join(process.cwd(), '.next/brotli')): StaticFiles {
  const files = new Map(
    namesIn(folder).map((name) => [
      PLACE + name.split(path.sep).join('/').replace(/\.br$/, ''),
      readFileSync(path.join(folder, name)),
    ]),
  );
  return {
    answer(req, res, pathname) {
      const bytes = files.get(pathname);
      const type = TYPES[path.posix.extname(pathname)];
      if (!bytes || !type || (req.method !== 'GET' && req.method !== 'HEAD')) return false;
      // Both answers exist at this address, whichever is given.
      res.setHeader('Vary', 'Accept-Encoding');
      if (!acceptsBrotli(req.headers['accept-encoding'])) return false;
      res.writeHead(200, {
        'Content-Type': type,
        'Content-Encoding': 'br',
        'Content-Length': bytes.length,
        'Cache-Control': 'public, max-age=31536000, immutable',
      });
      res.end(req.method === 'HEAD' ? undefined : bytes);
      return true;
    },
  };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.br'));
  } catch {
    return [];
  }
}

/** RFC 9110, 12.5.3: `br;q=0` is a refusal. */
function acceptsBrotli(header: string | string[] | undefined): boolean {
  return [header]
    .flat()
    .join(',')
    .split(',')
    .some((part) => {
      const [coding = '', ...parameters] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      return coding === 'br' && !parameters.some((one) => /^q=0(?:\.0*)?$/.test(one));
    });
}

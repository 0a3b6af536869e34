import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';

/**
 * Scripts and styles, compressed by the build (`scripts/lib/compress.mjs`). Their names contain a hash of the content,
 * so they never change. Next serves uncompressed files and clients without brotli.
 */
export interface StaticFiles {
  /** @returns whether a response was sent */
  answer(req: IncomingMessage, res: ServerResponse, pathname: string): boolean;
}

const PLACE = '/_next/static/';
const TYPES: Record<string, string> = {
  '.js': 'application/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
};

/**
 * Headers without effect on scripts and styles, which would cost 2 kB on a first visit. Cached files send no request.
 */
const OF_DOCUMENTS = ['Referrer-Policy', 'Cross-Origin-Opener-Policy', 'X-Request-Id'];

/** Reads all files into memory, some hundred kilobytes; none without a build. */
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
      // Both encodings exist at this URL.
      res.setHeader('Vary', 'Accept-Encoding');
      if (!acceptsBrotli(req.headers['accept-encoding'])) return false;
      for (const name of OF_DOCUMENTS) res.removeHeader(name);
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

/** RFC 9110, 12.5.3: `br;q=0` means not acceptable. */
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

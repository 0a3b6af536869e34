import { readFile } from 'node:fs/promises';

/** Words to guess on any server: the lists of the installed scanners, and alternative notations of known paths. */

const SOURCES = [
  '/usr/lib/python3/dist-packages/wapitiCore/data/attacks/busterPayloads.txt',
  '/usr/share/sqlmap/data/txt/common-files.txt',
  '/usr/share/sqlmap/data/txt/smalldict.txt',
];

const LEFT_BEHIND = [
  '.git/config',
  '.git/HEAD',
  '.env',
  '.env.local',
  '.env.production',
  '.DS_Store',
  '.htaccess',
  '.npmrc',
  '.well-known/security.txt',
  '.svn/entries',
  '.next/BUILD_ID',
  '.data/demo.json',
  'demo.json',
  'dist/main.mjs',
  'package.json',
  'package-lock.json',
  'node_modules/next/package.json',
  'server/env.ts',
  'backup.zip',
  'dump.sql',
  'server-status',
  'actuator/env',
  'debug',
  'console',
  'graphql',
  'swagger',
  'swagger-ui/',
  'api-docs',
  'trpc',
  'openapi.json',
  'openapi.yaml',
  'internal',
  'admin',
  'health',
  'status',
  'env',
  'config',
  'v1',
  'v2',
  'V1',
  'root',
  'ingest',
  'uploads',
  'content',
  'oauth/token',
  '_next/image?url=/x',
  '_next/data',
  '_next/static',
  'sitemap.xml',
];

/** Each produces a path that must not lead to the original one. */
const TRICKS: ((path: string) => string)[] = [
  (path) => `/${path}`,
  (path) => `${path}/`,
  (path) => `${path}//`,
  (path) => `${path};x=1`,
  (path) => `${path};`,
  (path) => `;/${path}`,
  (path) => `%2e/${path}`,
  (path) => `%2e%2e/${path}`,
  (path) => `..%2f${path}`,
  (path) => `${path}/..%2f..%2f..%2fetc%2fpasswd`,
  (path) => `${path}.`,
  (path) => `${path}%2e`,
  (path) => `${path}%00`,
  (path) => `${path}%20`,
  (path) => `${path}%0a`,
  (path) => `${path}%23`,
  (path) => `${path}%3f`,
  (path) => path.toUpperCase(),
  (path) => path.replace(/\//g, '%2f'),
  (path) => path.replace(/\//g, '//'),
  (path) => path.replace(/\//g, '%5c'),
  (path) => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => `${path}.json`,
  ...['~', '.bak', '.old', '.orig', '.swp', '.txt', '.zip', '.html', '.php'].map(
    (suffix) => (path: string) => path + suffix,
  ),
];

/** What ffuf can write into a request line: no space, no lone percent sign. */
const isWritable = (word: string): boolean =>
  word !== '' && /^[\x21-\x7e]+$/.test(word) && !/%(?![0-9a-f]{2})|[#?\\^`{|}"<>]/i.test(word);

export const tricksOn = (paths: readonly string[]): string[] => [
  ...new Set(
    paths
      .map((path) => path.replace(/^\//, ''))
      .filter(Boolean)
      .flatMap((path) => TRICKS.map((trick) => trick(path)))
      .filter(isWritable),
  ),
];

/** The first `count` words: typical leftovers, then the lists in turn. */
export async function commonWords(count: number): Promise<string[]> {
  const words = new Set(LEFT_BEHIND.filter((word) => isWritable(word)));
  const lists = await Promise.all(
    SOURCES.map(async (source) =>
      (await readFile(source, 'utf8'))
        .split(/\r?\n/)
        .map((line) => line.trim().replace(/^\//, ''))
        .filter((line) => !line.startsWith('#') && isWritable(line)),
    ),
  );
  const longest = Math.max(...lists.map((list) => list.length));
  for (let at = 0; at < longest && words.size < count; at++)
    for (const list of lists) if (list[at] && words.size < count) words.add(list[at]!);
  return [...words];
}

import type { Finding } from './findings';
import { runFfuf } from './ffuf';
import { knownOf, checkOf } from './routes';
import { runSqlmap, type Depth } from './sqlmap';
import { startTap } from './tap';
import type { Bounds } from './tools';
import { SHOWN_TO_FFUF, SHOWN_TO_SQLMAP, SHOWN_TO_WAPITI, type Vulnerable } from './vulnerable';
import { runWapiti } from './wapiti';

/** Runs each scanner, configured as for the service, against a server with the vulnerabilities it should find. */

const NOTHING = knownOf({ paths: {}, components: { parameters: {} } });

/** @returns one sentence per vulnerability a scanner missed */
export async function blindSpots(
  { url }: Vulnerable,
  depth: Depth,
  seconds: number,
  boundsOf: (name: string) => Bounds,
): Promise<string[]> {
  const tap = await startTap(url);
  const [sqlmap, wapiti, ffuf] = await Promise.all([
    runSqlmap(tap, SHOWN_TO_SQLMAP, depth, boundsOf('sqlmap')),
    runWapiti({ name: 'control', url, paths: ['/'], endpoint: url }, seconds, boundsOf('wapiti')),
    runFfuf(
      { name: 'control', tap, folder: '/', words: ['nothing-here', ...SHOWN_TO_FFUF] },
      checkOf(NOTHING, 'anonymous'),
      boundsOf('ffuf'),
    ),
  ]);
  await tap.close();
  const sees = (findings: Finding[], is: (finding: Finding) => boolean): boolean => findings.some(is);
  return [
    ...SHOWN_TO_SQLMAP.filter(
      ({ name }) => !sees(sqlmap.findings, ({ level, place }) => level === 'high' && place === name),
    ).map(({ name }) => `sqlmap does not see an injection: ${name}`),
    ...SHOWN_TO_WAPITI.filter((kind) => !sees(wapiti, ({ what }) => what.startsWith(`${kind}:`))).map(
      (kind) => `wapiti does not see: ${kind}`,
    ),
    ...SHOWN_TO_FFUF.filter((path) => !sees(ffuf, ({ place }) => place.endsWith(`/${path}`))).map(
      (path) => `ffuf does not see: ${path}`,
    ),
  ];
}

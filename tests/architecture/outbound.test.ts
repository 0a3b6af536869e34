import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { nodesOf, sourceFiles, type SourceFile } from './source-files';

/**
 * Every URL that a user can enter is requested through the guard in `server/outbound` (E-07). These are the only
 * places that can open a connection; each states why it needs no guard, or is one.
 */

const MAY_CONNECT: Record<string, string> = {
  'server/db/socket-client.ts': 'the database, at the address that the operator has set',
  'server/outbound/egress-proxy.ts':
    'the operator’s proxy; requests were checked by outbound-guard.ts before',
  'server/outbound/open-socket.ts':
    'the guarded socket to a laboratory: lookup and addresses are checked by outbound-guard.ts',
  'server/outbound/post.ts': 'the guarded request: lookup and addresses are checked by outbound-guard.ts',
  'server/audit/stream/syslog-connection.ts': 'the syslog server, at the address that the operator has set',
};

const MODULES = /^(?:node:)?(?:http|https|http2|net|tls|dgram)$/;
/** Bring their own connections. */
const CLIENTS = /^(?:undici|axios|got|node-fetch|ws|openid-client|oauth4webapi)$/;
const OPENS = /^(?:request|get|connect|createConnection|createSocket|Socket|Agent)$/;

function opens(file: SourceFile): boolean {
  const modules = new Set<string>();
  let declaresFetch = false;
  let callsFetch = false;
  let found = false;
  const nodes = [...nodesOf(file)];
  for (const node of nodes) {
    if (ts.isImportDeclaration(node) && !node.importClause?.isTypeOnly) {
      const from = (node.moduleSpecifier as ts.StringLiteral).text;
      if (CLIENTS.test(from)) found = true;
      if (!MODULES.test(from)) continue;
      const { name, namedBindings } = node.importClause ?? {};
      if (name) modules.add(name.text);
      if (namedBindings && ts.isNamespaceImport(namedBindings)) modules.add(namedBindings.name.text);
      if (namedBindings && ts.isNamedImports(namedBindings))
        found ||= namedBindings.elements.some(
          ({ isTypeOnly, propertyName, name: own }) => !isTypeOnly && OPENS.test((propertyName ?? own).text),
        );
    }
    if (
      (ts.isFunctionDeclaration(node) || ts.isVariableDeclaration(node)) &&
      node.name?.getText() === 'fetch'
    )
      declaresFetch = true;
    if (ts.isCallExpression(node) && /^(?:globalThis\.)?fetch$/.test(node.expression.getText()))
      callsFetch = true;
  }
  for (const node of nodes)
    if (ts.isPropertyAccessExpression(node) && OPENS.test(node.name.text)) {
      const left = node.expression.getText();
      // `(a ? http : https).request` too
      if ([...modules].some((name) => new RegExp(`\\b${name}\\b`).test(left))) found = true;
    }
  return found || (callsFetch && !declaresFetch);
}

describe('outbound connections', () => {
  it('are opened in known places only', () => {
    const places = sourceFiles('server')
      .filter(({ text }) => /\bfetch\(|['"](?:node:)?[a-z0-9-]+['"]/.test(text))
      .filter(opens)
      .map(({ name }) => name);
    expect(places).toEqual(Object.keys(MAY_CONNECT));
  });

  it.each([
    "import https from 'node:https'; https.get(url)",
    "import * as net from 'net'; net.connect(80)",
    "import http from 'node:http'; import https from 'node:https'; (x ? http : https).request(url)",
    "import { request } from 'node:http'; request(url)",
    "import { Agent as Pool } from 'node:https'; new Pool()",
    "import { request } from 'undici'; request(url)",
    'await fetch(url)',
    'await globalThis.fetch(url)',
  ])('are detected in %s', (text) => {
    expect(opens({ name: 'x.ts', text })).toBe(true);
  });

  it.each([
    "import { createServer, type IncomingMessage } from 'node:http'; createServer()",
    "import type { Socket } from 'node:net'; let a: Socket;",
    "import net from 'node:net'; net.isIP(x)",
    'function fetch() {} fetch()',
  ])('are not reported in %s', (text) => {
    expect(opens({ name: 'x.ts', text })).toBe(false);
  });
});

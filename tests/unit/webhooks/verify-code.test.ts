import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { SNIPPETS, type Snippet } from '@/components/admin/webhooks/verify-code';
import { newSigningSecret, signatureHeaders } from '../../../server/events/webhook-signature';
import { nightly } from '../../support/test-size';

/** The sample code for receivers accepts valid messages and rejects all others, run in its own language. */

const folder = mkdtempSync(path.join(os.tmpdir(), 'clinical-snippets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Case {
  good: boolean;
  secret: string;
  id: string;
  time: string;
  signature: string;
  body: string;
}

const [secret, older] = [newSigningSecret(), newSigningSecret()];
const id = 'evt_01h455vb4pex5vsknk084sn02q';
const body = JSON.stringify({ id, type: 'patient.created', text: 'ä€😀' });

function message(good: boolean, secrets: string[], at: Date, change: Partial<Case> = {}): Case {
  const headers = signatureHeaders(secrets, id, at, body);
  const { 'webhook-timestamp': time, 'webhook-signature': signature } = headers;
  return { good, secret, id, time, signature, body, ...change };
}

const now = new Date();
const minutes = (count: number) => new Date(now.getTime() + count * 60_000);
const CASES: Case[] = [
  message(true, [secret], now),
  message(true, [older, secret], now),
  message(true, [secret, older], now),
  message(true, [secret], minutes(-4)),
  message(true, [secret], minutes(4)),
  message(false, [older], now),
  message(false, [secret], minutes(-6)),
  message(false, [secret], minutes(6)),
  message(false, [secret], now, { body: `${body} ` }),
  message(false, [secret], now, { body: body.replace('created', 'deleted') }),
  message(false, [secret], now, { id: `${id.slice(0, -1)}r` }),
  message(false, [secret], now, { time: String(Math.floor(now.getTime() / 1000) + 1) }),
  message(false, [secret], now, { signature: 'v1,' }),
  message(false, [secret], now, { signature: 'v1' }),
  message(false, [secret], now, { id: '' }),
  message(false, [secret], now, { time: '' }),
  message(false, [secret], now, { signature: '' }),
  message(false, [secret], now, { signature: message(true, [secret], now).signature.replace('v1,', 'v2,') }),
];

/** One case per line, with base64 for texts that may contain spaces. JavaScript and Python omit a header without a value. */
const base64 = (text: string) => Buffer.from(text).toString('base64');
const lines = CASES.map((entry) =>
  [entry.secret, entry.id, entry.time, base64(entry.signature), base64(entry.body)].join('\t'),
);
const input = path.join(folder, 'cases.tsv');
writeFileSync(input, lines.join('\n'));

const put = (name: string, text: string): string => {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
};

/** How each language runs the cases; prints `1` or `0` for each. */
const RUN: Record<Snippet['language'], { needs: string[]; command: (code: string) => string[] }> = {
  JavaScript: {
    needs: [process.execPath, '--version'],
    command: (code) => [
      process.execPath,
      put(
        'verify.mjs',
        `${code}
import { readFileSync } from 'node:fs';
for (const line of readFileSync(process.argv[2], 'utf8').split('\\n')) {
  const [secret, id, time, signature, body] = line.split('\\t');
  const text = (of) => Buffer.from(of, 'base64');
  const values = { id, timestamp: time, signature: text(signature).toString() };
  const headers = {};
  for (const [name, value] of Object.entries(values)) if (value) headers[\`webhook-\${name}\`] = value;
  let answer = '0';
  try { if (verify(secret, headers, text(body)).type) answer = '1'; }
  catch (error) { if (error.constructor !== Error) throw error; }
  process.stdout.write(answer);
}`,
      ),
      input,
    ],
  },
  Python: {
    needs: ['python3', '--version'],
    command: (code) => [
      'python3',
      put(
        'verify.py',
        `${code}
import sys
for line in open(sys.argv[1]):
    secret, id, sent, signature, body = line.rstrip("\\n").split("\\t")
    values = {"id": id, "timestamp": sent, "signature": base64.b64decode(signature).decode()}
    headers = {f"webhook-{name}": value for name, value in values.items() if value}
    try:
        answer = "1" if verify(secret, headers, base64.b64decode(body))["type"] else "0"
    except ValueError:
        answer = "0"
    print(answer, end="")
`,
      ),
      input,
    ],
  },
  Java: {
    needs: ['java', '--version'],
    command: (code) => [
      'java',
      put(
        'Main.java',
        `${code.replace('\nclass Verifier', '\npublic class Main {\n  public static void main(String[] a) throws Exception {\n    for (String line : java.nio.file.Files.readAllLines(java.nio.file.Path.of(a[0]))) {\n      String[] p = line.split("\\t", -1);\n      byte[] s = Base64.getDecoder().decode(p[3]);\n      System.out.print(Verifier.verify(p[0], p[1], p[2], new String(s, StandardCharsets.UTF_8), Base64.getDecoder().decode(p[4])) ? 1 : 0);\n    }\n  }\n}\n\nclass Verifier')}`,
      ),
      input,
    ],
  },
  Go: {
    needs: ['go', 'version'],
    command: (code) => [
      'go',
      'run',
      put('verify.go', code),
      put(
        'main.go',
        `package main

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"os"
	"strings"
)

func main() {
	text, _ := os.ReadFile(os.Args[1])
	for _, line := range strings.Split(string(text), "\\n") {
		p := strings.Split(line, "\\t")
		signature, _ := base64.StdEncoding.DecodeString(p[3])
		body, _ := base64.StdEncoding.DecodeString(p[4])
		header := http.Header{}
		header.Set("webhook-id", p[1])
		header.Set("webhook-timestamp", p[2])
		header.Set("webhook-signature", string(signature))
		if verify(p[0], header, body) {
			fmt.Print(1)
		} else {
			fmt.Print(0)
		}
	}
}
`,
      ),
      input,
    ],
  },
};

/** Compiling the others takes seconds. */
const INTERPRETED = ['JavaScript', 'Python'];

describe('code sample', () => {
  for (const { language, code } of SNIPPETS)
    it(
      `${language} accepts signed requests and rejects others`,
      INTERPRETED.includes(language) ? {} : nightly,
      ({ skip }) => {
        const { needs, command } = RUN[language];
        const [tool = '', ...version] = needs;
        if (spawnSync(tool, version).status !== 0) skip(`${language} is not on this machine.`);
        const [program = '', ...options] = command(code);
        const { stdout, stderr } = spawnSync(program, options, {
          encoding: 'utf8',
          env: { ...process.env, HOME: folder, GOCACHE: path.join(folder, 'go'), GO111MODULE: 'off' },
        });
        expect(stdout, stderr).toBe(CASES.map(({ good }) => (good ? '1' : '0')).join(''));
      },
    );
});

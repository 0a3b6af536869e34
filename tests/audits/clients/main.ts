import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { OPERATIONS } from '../../../components/docs/reference';
import { samplesOf } from '../../../components/docs/samples';
import { newSigningSecret, signatureHeaders } from '../../../server/events/webhook-signature';
import { visit } from '../../../server/http/openapi/json';
import { printFinding } from '../../support/finding';
import { readDemo, startService, type Service } from '../../support/service';

/**
 * `npm run audit:clients`: the OpenAPI document of the built service in the tools of integrators. Each must accept it
 * without a warning, what they generate must compile in strict mode, and the answers of the demo must match the
 * generated schemas. Installs the tools from the npm registry in a temporary folder.
 */

const TOOLS = {
  '@hey-api/openapi-ts': '0.95.0',
  '@redocly/cli': '2.77.0',
  '@stoplight/spectral-cli': '6.16.3',
  'openapi-to-postmanv2': '6.3.3',
  '@types/node': '20.19.43',
  'openapi-typescript': '7.13.0',
  orval: '7.13.2',
  'postman-collection': '5.3.1',
  typescript: '5.9.3',
  zod: '4.6.7',
};

type Document = Record<string, unknown> & { paths: Record<string, Record<string, { operationId: string }>> };

let failed = false;
function report(name: string, problems: string): void {
  if (problems) failed = true;
  printFinding({ name, measured: problems || 'no problem', met: !problems });
}

const service = await startService();
const folder = await mkdtemp(path.join(os.tmpdir(), 'clinical-clients-'));
try {
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: TOOLS }));
  await run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error']);
  const text = await (await fetch(`${service.url}/v1/openapi.json`)).text();
  await writeFile(path.join(folder, 'openapi.json'), text);
  const document = JSON.parse(text) as Document;

  await lint();
  await generate();
  await installClient(service);
  report('the Python client', await runPythonClient(service));
  report('the Python samples of the reference', await runPythonSamples());
  report('Python compiles each pattern', await compileInPython(document));
  await validateAnswers(service, document);
} finally {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);

/** @returns what it printed; `code` is 0 unless it failed */
async function run(command: string, args: string[]): Promise<{ code: number; output: string }> {
  try {
    const { stdout, stderr } = await promisify(execFile)(command, args, { cwd: folder, maxBuffer: 1e8 });
    return { code: 0, output: `${stdout}${stderr}` };
  } catch (error) {
    const { code, stdout, stderr } = error as { code?: number; stdout: string; stderr: string };
    if (command === 'npm') throw error;
    return { code: code ?? 1, output: `${stdout}${stderr}` };
  }
}

function tool(name: string, ...args: string[]) {
  return run(path.join(folder, 'node_modules/.bin', name), args);
}

async function lint(): Promise<void> {
  await writeFile(path.join(folder, '.spectral.yaml'), 'extends: ["spectral:oas"]\n');
  const spectral = await tool('spectral', 'lint', 'openapi.json', '--format=json', '--quiet');
  const found = JSON.parse(spectral.output || '[]') as { code: string; path: string[] }[];
  report('Spectral, spectral:oas', found.map(({ code, path: at }) => `${code} ${at.join('.')}`).join('\n'));
  const redocly = await tool('redocly', 'lint', 'openapi.json', '--format=json', '--extends=recommended');
  const json = redocly.output.slice(redocly.output.indexOf('{'), redocly.output.lastIndexOf('}') + 1);
  const { problems } = JSON.parse(json) as { problems: { ruleId: string; message: string }[] };
  report(
    'Redocly, recommended',
    problems
      // Of this installation: the document states its address.
      .filter(({ ruleId }) => ruleId !== 'no-server-example.com')
      .map(({ ruleId, message }) => `${ruleId}: ${message}`)
      .join('\n'),
  );
}

async function generate(): Promise<void> {
  await writeFile(
    path.join(folder, 'orval.config.js'),
    `const input = './openapi.json';
     module.exports = {
       fetch: { input, output: { target: 'made/fetch.ts', client: 'fetch' } },
       zod: { input, output: { target: 'made/zod.ts', client: 'zod' } },
     };`,
  );
  const made: [string, { code: number; output: string }][] = [
    ['openapi-typescript', await tool('openapi-typescript', 'openapi.json', '-o', 'made/types.ts')],
    [
      'hey-api',
      await tool('openapi-ts', '-i', 'openapi.json', '-o', 'made/hey', '-c', '@hey-api/client-fetch'),
    ],
    ['orval, fetch and zod', await tool('orval', '--config', path.join(folder, 'orval.config.js'))],
    ['Postman collection', await tool('openapi2postmanv2', '-s', 'openapi.json', '-o', 'made/postman.json')],
  ];
  for (const [name, { code, output }] of made) report(name, code === 0 ? '' : output);
  const compiled = await tool(
    'tsc',
    ...'--noEmit --strict --skipLibCheck --module esnext --moduleResolution bundler --target es2022'.split(
      ' ',
    ),
    ...'--lib es2022,dom,dom.iterable made/types.ts made/fetch.ts made/zod.ts made/hey/index.ts'.split(' '),
  );
  report('what they generate compiles in strict mode', compiled.code === 0 ? '' : compiled.output);
}

/** Reads, creates once, gets an error, downloads, and verifies a delivery. */
async function runPythonClient({ url, dataDir }: Service): Promise<string> {
  const served = await (await fetch(`${url}/docs/clinical_client.py`)).text();
  await writeFile(path.join(folder, 'clinical_client.py'), served);
  const { apiKey } = await readDemo(dataDir);
  const secret = newSigningSecret();
  const headers = signatureHeaders([secret], 'evt_1', new Date(), '{"type":"patient.created"}');
  await writeFile(
    path.join(folder, 'main.py'),
    `import json, sys
from clinical_client import ApiError, ClinicalClient, verify_webhook
url, key, secret, headers = sys.argv[1], sys.argv[2], sys.argv[3], json.loads(sys.argv[4])
clinical = ClinicalClient(url + "/", lambda: key)
patients = list(clinical.all("list_patients", limit=5, status=["active", "inactive"]))
assert len(patients) > 5 and len({one["id"] for one in patients}) == len(patients)
new = dict(name={"family": "Python", "given": ["Pia"]}, birth_date="1980-02-29", sex="female")
made = [clinical.create_patient(**new, idempotency_key="9d1f6c0e-python")["id"] for _ in range(2)]
assert made[0] == made[1]
changed = clinical.update_patient(id=made[0], language="fr", if_match=1)
assert changed["language"] == "fr"
for call, code in [
    (lambda: clinical.update_patient(id=made[0], language="it", if_match=1), "version_mismatch"),
    (lambda: clinical.get_patient(id="pat_x"), "not_found"),
    (lambda: clinical.create_patient(**{**new, "birth_date": "soon"}), "validation_failed"),
]:
    try:
        call()
        raise AssertionError(code)
    except ApiError as error:
        assert error.code == code and error.problem["request_id"] in str(error), error
document = clinical.create_document(
    patient_id=made[0], title="A letter", content={"data": "aGVsbG8=", "file_name": "hello.txt"}
)
assert clinical.download_document(id=document["id"]) == b"hello"
assert not clinical.delete_patient(id=made[0])
assert verify_webhook(secret, headers, b'{"type":"patient.created"}')["type"] == "patient.created"
for sent, body in [(headers, b'{"type":"patient.deleted"}'), ({}, b'{"type":"patient.created"}')]:
    try:
        verify_webhook(secret, sent, body)
        raise AssertionError("a wrong signature was accepted")
    except ValueError:
        pass
calls = []
broken = ClinicalClient("http://127.0.0.1:9", key, sleep=calls.append)
try:
    broken.get_me()
except OSError:
    assert calls == [0.5, 1.0, 2.0], calls
else:
    raise AssertionError("no error")
print("done")`,
  );
  const { code, output } = await run('python3', ['main.py', url, apiKey, secret, JSON.stringify(headers)]);
  return code === 0 && output.trim() === 'done' ? '' : output;
}

/** Each sends the request of its operation, with the body of the example. */
async function runPythonSamples(): Promise<string> {
  const samples = OPERATIONS.flatMap((operation) => {
    const { id, method, path: place, bodies } = operation;
    const examples = bodies.flatMap((body) => body.examples);
    return samplesOf(operation).map(({ title, python }) => {
      const body = (examples.find((one) => one.title === title) ?? examples[0])?.value ?? {};
      return { id, method, place, body, python };
    });
  });
  await writeFile(path.join(folder, 'letter.txt'), 'Dear colleague, thank you for the referral.\n');
  await writeFile(path.join(folder, 'samples.json'), JSON.stringify(samples));
  await writeFile(
    path.join(folder, 'samples.py'),
    `import json, re, urllib.request
from email import message_from_bytes
from clinical_client import ClinicalClient
sent = []
# The bytes of an announced file.
urllib.request.urlopen = lambda request: None
def form(media_type, body):
    parts = message_from_bytes(f"Content-Type: {media_type}\\r\\n\\r\\n".encode() + body).get_payload()
    metadata, file = (part.get_payload(decode=True).decode() for part in parts)
    return {"metadata": json.loads(metadata), "file": file}
class Recorder(ClinicalClient):
    def _send(self, method, path, headers, body):
        media_type = headers.get("Content-Type", "")
        given = form(media_type, body) if media_type.startswith("multipart/") else json.loads(body or "{}")
        sent.append((method, path.split("?")[0], given))
        upload = {"url": "https://clinical.example.org/uploads/1", "headers": {}}
        return json.dumps({"data": [], "has_more": False, "upload": upload}).encode(), "application/json"
for sample in json.load(open("samples.json")):
    sent.clear()
    exec(sample["python"], {"clinical": Recorder("https://clinical.example.org", "key")})
    [(method, path, body)] = sent
    assert method == sample["method"], sample["id"]
    assert re.fullmatch(re.sub(r"\\{\\w+\\}", "[^/]+", sample["place"]), path), sample["id"]
    assert body == sample["body"], sample["id"]
print("done")`,
  );
  const { code, output } = await run('python3', ['samples.py']);
  return code === 0 && output.trim() === 'done' ? '' : output;
}

interface PostmanSdk {
  Collection: new (definition: object) => {
    forEachItem(visit: (item: { request: { url: { getPath(): string } } }) => void): void;
  };
}

/** The packed client and the Postman collection, as the service serves them. */
async function installClient({ url, dataDir }: Service): Promise<void> {
  const installed = await run('npm', ['install', '--no-audit', '--no-fund', `${url}/docs/client.tgz`]);
  report('npm installs the client', installed.code === 0 ? '' : installed.output);
  await mkdir(path.join(folder, 'app'), { recursive: true });
  await writeFile(path.join(folder, 'app/package.json'), '{ "type": "module" }');
  await writeFile(
    path.join(folder, 'app/main.ts'),
    `import { ApiError, clinicalClient, verifyWebhook } from 'clinical-data-service-client';
     const clinical = clinicalClient({ baseUrl: process.argv[2]!, credential: process.argv[3]! });
     for await (const { id, name } of clinical.listPatients.all({ sort: 'family' })) console.log(id, name.family);
     const missing: string | null = await clinical.getPatient({ id: 'pat_x' }).then(
       (patient) => patient.birth_date,
       (error) => (error instanceof ApiError ? error.code : null),
     );
     console.log(missing);
     // @ts-expect-error a required field is missing
     export const wrong = () => clinical.createPatient({ name: { family: 'X', given: [] } });
     export type Event = ReturnType<typeof verifyWebhook>;`,
  );
  const options = '--strict --exactOptionalPropertyTypes --module nodenext --target es2022 --lib es2023';
  const compiled = await tool('tsc', ...options.split(' '), '--types', 'node', 'app/main.ts');
  report('the client compiles in strict mode', compiled.code === 0 ? '' : compiled.output);
  const { apiKey } = await readDemo(dataDir);
  const ran = await run(process.execPath, ['app/main.js', url, apiKey]);
  const lines = ran.output.trim().split('\n');
  const isRight = ran.code === 0 && lines.length > 5 && lines.at(-1) === 'not_found';
  report('the client reads a list and an error', isRight ? '' : ran.output);

  const require = createRequire(path.join(folder, 'package.json'));
  const { Collection } = require('postman-collection') as PostmanSdk;
  const served = (await (await fetch(`${url}/docs/postman.json`)).json()) as object;
  let requests = 0;
  new Collection(served).forEachItem(({ request }) => {
    if (request.url.getPath().startsWith('/v1/')) requests++;
  });
  const { paths } = JSON.parse(await readFile(path.join(folder, 'openapi.json'), 'utf8')) as Document;
  const operations = Object.values(paths).flatMap((methods) => Object.keys(methods)).length;
  report(
    'the Postman collection has each operation',
    requests === operations ? '' : `${requests} of ${operations}`,
  );
}

async function compileInPython(document: Document): Promise<string> {
  const patterns = new Set<string>();
  visit(document, ({ pattern }) => void (typeof pattern === 'string' && patterns.add(pattern)));
  await writeFile(path.join(folder, 'patterns.json'), JSON.stringify([...patterns]));
  const { code, output } = await run('python3', [
    '-c',
    'import json, re\nfor pattern in json.load(open("patterns.json")): re.compile(pattern)',
  ]);
  return code === 0 ? '' : output;
}

interface Schema {
  safeParse(value: unknown): { success: boolean; error?: { message: string } };
}

/** Each list, and up to 25 items of each one by one. */
async function validateAnswers({ url, dataDir }: Service, document: Document): Promise<void> {
  await mkdir(path.join(folder, 'made/built'), { recursive: true });
  const outfile = path.join(folder, 'made/built/zod.mjs');
  await build({
    entryPoints: [path.join(folder, 'made/zod.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'silent',
  });
  const schemas = (await import(pathToFileURL(outfile).href)) as Record<string, Schema>;
  const { apiKey } = await readDemo(dataDir);
  const headers = { authorization: `Bearer ${apiKey}` };
  let checked = 0;
  const problems: string[] = [];
  const check = async (operationId: string, target: string) => {
    const answer = (await (await fetch(`${url}${target}`, { headers })).json()) as Record<string, unknown>;
    const result = schemas[`${operationId}Response`]?.safeParse(answer);
    checked++;
    if (!result?.success) problems.push(`${target}: ${result?.error?.message ?? 'has no schema'}`);
    return answer;
  };
  for (const [target, { get }] of Object.entries(document.paths)) {
    // The demo clinic is live, so it has no sandbox to retrieve.
    if (!get || target.includes('{') || target === '/v1/sandbox') continue;
    const { data } = await check(get.operationId, target);
    const one = document.paths[`${target}/{id}`]?.get;
    if (!one || !Array.isArray(data)) continue;
    for (const { id } of data as { id: string }[]) await check(one.operationId, `${target}/${id}`);
  }
  report(`${checked} answers of the demo match the generated zod schemas`, problems.slice(0, 5).join('\n'));
}

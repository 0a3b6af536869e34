/** Sample requests of an operation, made from the parameters and examples of docs/openapi.json. */
import { textOf, type Operation } from './reference';

export interface RequestSample {
  /** The form of the body, if there are several. */
  title: string;
  curl: string;
  javascript: string;
  python: string;
}

type Parameter = Operation['parameters'][number];
type Values = Record<string, unknown>;

/** Query parameters that a first call is likely to have. */
const USUAL_QUERY = ['patient_id', 'limit'];
const USUAL_HEADERS = ['Idempotency-Key', 'If-Match'];
const MULTIPART = 'multipart/form-data';

interface Request {
  operation: Operation;
  /** Path with the example IDs, and query. */
  target: string;
  path: Parameter[];
  query: Parameter[];
  headers: [name: string, value: string][];
  mediaType: string | null;
  body: Values | null;
}

/** The forms of the body that the description lists, as the examples are titled. */
export const formsOf = ({ description }: Operation): string[] =>
  [...(description[0] ?? '').matchAll(/^- ([^:]+):/gm)].map(([, title]) => title!.replaceAll('`', ''));

export function samplesOf(operation: Operation): RequestSample[] {
  const forms = formsOf(operation);
  const bodies = operation.bodies
    .filter(({ mediaType }) => mediaType === 'application/json' || mediaType === MULTIPART)
    .flatMap(({ mediaType, examples }) =>
      examples
        .filter(({ title }, index) => index === 0 || forms.includes(title))
        .map((example) => ({ mediaType, ...example })),
    )
    .toSorted((one, other) => forms.indexOf(one.title) - forms.indexOf(other.title));
  const [none] = [{ mediaType: null, title: '', value: null }];
  return (bodies.length > 0 ? bodies : [none]).map(({ mediaType, title, value }) => {
    // Examples of bodies are objects.
    const request = requestOf(operation, mediaType, value as Values | null);
    return {
      title: bodies.length > 1 ? title : '',
      curl: curlOf(request),
      javascript: javascriptOf(request),
      python: pythonOf(request),
    };
  });
}

function requestOf(operation: Operation, mediaType: string | null, body: Values | null): Request {
  const at = (place: string) => operation.parameters.filter((parameter) => parameter.place === place);
  const path = at('path');
  const query = at('query').filter(({ name, required }) => required || USUAL_QUERY.includes(name));
  const filled = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(path.find((parameter) => parameter.name === name)!.example),
  );
  const search = new URLSearchParams(query.map(({ name, example }) => [name, example])).toString();
  const headers = at('header')
    .filter(({ name, required }) => required || USUAL_HEADERS.includes(name))
    .map(({ name, example }): [string, string] => [name, example]);
  return {
    operation,
    target: search ? `${filled}?${search}` : filled,
    path,
    query,
    headers,
    mediaType,
    body,
  };
}

/** In single quotes nothing has a meaning for the shell, except the quote itself. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

function curlOf({ operation: { method, id }, target, headers, mediaType, body }: Request): string {
  const isMultipart = mediaType === MULTIPART;
  // A body makes a POST, and nothing a GET.
  const usual = body ? 'POST' : 'GET';
  const data = !body
    ? []
    : isMultipart
      ? [
          `--form ${quoted(`metadata=${JSON.stringify(body.metadata)};type=application/json`)}`,
          `--form ${quoted('file=@letter.txt')}`,
        ]
      : [`--data ${quoted(JSON.stringify(body, null, 2).replaceAll('\n', '\n  '))}`];
  const command = [
    `curl --fail-with-body "$CLINICAL_URL${target}"`,
    ...(method === usual ? [] : [`--request ${method}`]),
    '--header "Authorization: Bearer $API_KEY"',
    ...(body && !isMultipart ? [`--header ${quoted('Content-Type: application/json')}`] : []),
    ...headers.map(([name, value]) => `--header ${quoted(`${name}: ${value}`)}`),
    ...(isDownload(id) ? ['--remote-name --remote-header-name'] : []),
    ...data,
  ];
  const announced = announcedFile(body);
  if (!announced) return command.join(CONTINUED);
  return [
    [...command, '--output document.json'].join(CONTINUED),
    [
      `curl --fail-with-body "$(jq --raw-output .upload.url document.json)"`,
      `--header ${quoted(`Content-Type: ${announced.content_type}`)}`,
      `--upload-file ${quoted(announced.file_name)}`,
    ].join(CONTINUED),
  ].join('\n\n');
}

const CONTINUED = ' \\\n  ';

/** A file whose bytes follow in a second request, to the URL of the response. */
const announcedFile = (body: Values | null) =>
  body?.upload as { content_type: string; file_name: string } | undefined;

const isDownload = (id: string): boolean => id.startsWith('download');
const isList = ({ returns }: Operation): boolean => returns?.endsWith('List') ?? false;

/** Words of both languages that cannot name a variable. */
const RESERVED: Values = { export: 'fileExport' };

/** `LabOrderList` → `labOrder`. */
function variableOf({ returns, operation }: { returns: string | null; operation: Operation }): string {
  const name = (returns ?? 'response').replace(isList(operation) ? /List$/ : /$^/, '');
  const plain = name[0]!.toLowerCase() + name.slice(1);
  return (RESERVED[plain] as string | undefined) ?? plain;
}

/** Of the client: path parameters, query and body together. */
const inputOf = ({ path, query, body }: Request): Values => ({
  ...Object.fromEntries([...path, ...query].map(({ name, value }) => [name, value])),
  ...body,
});

const versionOf = ({ headers }: Request): string | undefined =>
  headers.find(([name]) => name === 'If-Match')?.[1].replaceAll('"', '');

const READ_FILE = "import { readFile } from 'node:fs/promises';";

function javascriptOf(request: Request): string {
  const { operation, mediaType, body } = request;
  const { id } = operation;
  const name = variableOf({ returns: operation.returns, operation });
  if (mediaType === MULTIPART)
    return [
      READ_FILE,
      '',
      `const ${name} = await clinical.uploadDocument(${javascript(body!.metadata)}, {`,
      "  name: 'letter.txt',",
      "  bytes: await readFile('letter.txt'),",
      '});',
    ].join('\n');
  const input = inputOf(request);
  const version = versionOf(request);
  const given = [
    ...(Object.keys(input).length > 0 || version ? [javascript(input)] : []),
    ...(version ? [`{ ifMatch: ${version} }`] : []),
  ].join(', ');
  if (isList(operation) && operation.parameters.some((parameter) => parameter.name === 'cursor'))
    return `for await (const ${name} of clinical.${id}.all(${given}))\n  console.log(${name});`;
  if (isDownload(id))
    return `const response = await clinical.${id}(${given});\nconst bytes = await response.arrayBuffer();`;
  const call = `${operation.returns ? `const ${name} = ` : ''}await clinical.${id}(${given});`;
  const announced = announcedFile(body);
  if (!announced) return call;
  return [
    READ_FILE,
    '',
    call,
    '',
    `const { url, headers } = ${name}.upload;`,
    `const bytes = await readFile(${quotedText(announced.file_name)});`,
    "const sent = await fetch(url, { method: 'PUT', headers, body: bytes });",
    'if (!sent.ok) throw new Error(`The upload returned ${sent.status}.`);',
  ].join('\n');
}

/** `{ family: 'Example' }`: JSON with plain keys and single quotes. */
function javascript(value: unknown, indent = ''): string {
  const inner = `${indent}  `;
  if (typeof value === 'string') return quotedText(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const isArray = Array.isArray(value);
  const parts = isArray
    ? value.map((item) => javascript(item, inner))
    : Object.entries(value).map(([key, part]) => {
        const plain = /^[A-Za-z_]\w*$/.test(key) ? key : quotedText(key);
        return `${plain}: ${javascript(part, inner)}`;
      });
  return bracketed(isArray ? '[]' : '{}', parts, indent, isArray ? '' : ' ');
}

/** The code in front of an input is about as long. */
const widthAt = (indent: string): number => (indent === '' ? 40 : 80 - indent.length);

/** On one line if it is short. */
function bracketed(brackets: string, parts: string[], indent: string, space: string): string {
  const [open, close] = [brackets[0]!, brackets[1]!];
  if (parts.length === 0) return brackets;
  const line = `${open}${space}${parts.join(', ')}${space}${close}`;
  if (line.length <= widthAt(indent) && !line.includes('\n')) return line;
  return `${open}\n${parts.map((part) => `${indent}  ${part},\n`).join('')}${indent}${close}`;
}

/** Escapes of JSON are those of JavaScript and Python. */
const quotedText = (text: string): string =>
  `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`;

const snake = (text: string): string => text.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function pythonOf(request: Request): string {
  const { operation, mediaType, body } = request;
  const { id } = operation;
  const method = snake(id);
  const name = snake(variableOf({ returns: operation.returns, operation }));
  if (mediaType === MULTIPART)
    return [
      'with open("letter.txt", "rb") as file:',
      `    ${name} = clinical.upload_document(`,
      `        ${python(body!.metadata, '        ')},`,
      '        "letter.txt",',
      '        file.read(),',
      '    )',
    ].join('\n');
  const version = versionOf(request);
  const values = Object.entries(inputOf(request)).map(([key, value]) => `${key}=${python(value, '    ')}`);
  const given = [...values, ...(version ? [`if_match=${version}`] : [])];
  if (isList(operation) && operation.parameters.some((parameter) => parameter.name === 'cursor'))
    return `for ${name} in clinical.all(${called([JSON.stringify(method), ...given])}):\n    print(${name})`;
  if (isDownload(id)) return `content = clinical.${method}(${called(given)})`;
  const call = `${operation.returns ? `${name} = ` : ''}clinical.${method}(${called(given)})`;
  const announced = announcedFile(body);
  if (!announced) return call;
  return [
    'import urllib.request',
    '',
    call,
    '',
    `upload = ${name}["upload"]`,
    `with open(${JSON.stringify(announced.file_name)}, "rb") as file:`,
    '    sent = urllib.request.Request(',
    '        upload["url"], data=file.read(), headers=upload["headers"], method="PUT"',
    '    )',
    'urllib.request.urlopen(sent)',
  ].join('\n');
}

function called(given: string[]): string {
  const line = given.join(', ');
  return line.length <= 60 && !line.includes('\n')
    ? line
    : `\n${given.map((one) => `    ${one},\n`).join('')}`;
}

function python(value: unknown, indent = ''): string {
  const inner = `${indent}    `;
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value !== 'object') return textOf(value);
  const isArray = Array.isArray(value);
  const parts = isArray
    ? value.map((item) => python(item, inner))
    : Object.entries(value).map(([key, part]) => `${JSON.stringify(key)}: ${python(part, inner)}`);
  const brackets = isArray ? '[]' : '{}';
  const line = `${brackets[0]}${parts.join(', ')}${brackets[1]}`;
  if (line.length <= 72 && !line.includes('\n')) return line;
  return `${brackets[0]}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${brackets[1]}`;
}

import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import { visitsOf } from '../audit-log/visit-rules';
import { CATEGORY_WORDS, type DocumentCategory } from '../documents/rules';
import type { LabOrder } from '../lab-orders/contract';
import { ORDER_ITEM_STATUS_WORDS, ORDER_STATUS_WORDS, PRIORITY_WORDS } from '../lab-orders/rules';
import type { LabResult, Observation } from '../lab-results/contract';
import {
  interpretationWord,
  isAbnormal,
  isWithdrawn,
  OBSERVATION_STATUS_WORDS,
  RESULT_STATUS_WORDS,
  SEVERITY_WORDS,
  joinTests,
} from '../lab-results/rules';
import { unitText } from '../../data-types/unit-text';
import type { PatientRow } from '../patients/access';
import { IDENTIFIER_TYPE_WORDS, SEX_AT_BIRTH_WORDS, SEX_WORDS } from '../patients/rules';
import { clockOf, type Clock } from './clinical-time';
import type { ExportedFile } from './files';
import { ACCESS_COLUMNS, accessDay, accessRow } from './access-row';
import { cell, markup, Markup } from './markup';
import {
  readAccess,
  readOrders,
  readReports,
  type Chart,
  type OrderInFull,
  type ReportHistory,
  type ReviewNote,
} from './read-chart';

/** The chart as a page for the patient: plain HTML that every browser opens from a folder, without scripts. */

const STYLE = `
:root{color-scheme:light dark;--line:#c8ccd2;--dim:#4a5260;--mark:#8a1c1c}
@media(prefers-color-scheme:dark){:root{--line:#4a5260;--dim:#b4bcc8;--mark:#ff9d93}}
body{font:16px/1.5 system-ui,sans-serif;max-width:62rem;margin:0 auto;padding:1.5rem 1rem 4rem}
h1{line-height:1.2;margin:0 0 .25rem}h2{margin:2.5rem 0 .5rem;border-bottom:2px solid;padding-bottom:.2rem}
h3{margin:1.75rem 0 .25rem}h4{margin:1rem 0 .25rem}p{margin:.25rem 0}td>p:first-child{margin-top:0}
.dim{color:var(--dim);font-weight:400}.mark{color:var(--mark);font-weight:600}
table{border-collapse:collapse;width:100%;margin:.5rem 0}
caption{text-align:left;font-weight:600}
th,td{text-align:left;vertical-align:top;padding:.3rem .75rem .3rem 0;border-bottom:1px solid var(--line);overflow-wrap:break-word}
code{overflow-wrap:anywhere;font-size:.8125rem}
dl{display:grid;grid-template-columns:minmax(8rem,14rem) 1fr;gap:.25rem 1rem}dt{color:var(--dim)}dd{margin:0;overflow-wrap:anywhere}
details{margin:.5rem 0}summary{cursor:pointer}pre{white-space:pre-wrap;unicode-bidi:plaintext;font:inherit;margin:.25rem 0}
@media screen and (max-width:40rem){table,caption,tbody,tr,td,tbody th{display:block}thead{display:none}
tr{padding:.5rem 0;border-bottom:1px solid var(--line)}th,td{border:0;padding:.1rem 0;overflow-wrap:anywhere}td:empty{display:none}
td[data-label]::before{content:attr(data-label) ": ";color:var(--dim);font-weight:400}td>p:first-of-type:first-child{display:inline}
.brief td{display:inline}.brief td:empty{display:none}.brief [data-label="Reference range"]::before{content:"· Reference range: "}
.brief :is([data-label=Result],[data-label=Time])::before{content:none}.brief :is([data-label=Who],[data-label=Action])::before{content:"· "}}
@media print{body{max-width:none;padding:0}h3,tr{break-inside:avoid}details::details-content{content-visibility:visible}
.checksum{display:none}#access{break-before:page}#access~table{font-size:.8125rem}#access~table :is(th,td){padding-block:.1rem}}
`;

export async function* indexPage(
  ctx: Context,
  chart: Chart,
  files: readonly ExportedFile[],
  at: Date,
): AsyncGenerator<string> {
  const clock = clockOf(chart.organization.timeZone);
  // Of what this page shows: other objects may be about another patient.
  const titles = new Map(files.map(({ document }) => [showId('document', document.id), document.title]));
  const byDocument = new Map(files.map((file) => [showId('document', file.document.id), file]));
  yield head(chart, files, clock, at).text;
  yield markup`<h2 id="results">Laboratory results</h2>`.text;
  if (chart.counts.results === 0) yield markup`<p>There are no laboratory results.</p>`.text;
  else yield markup`<p>Questions about a result? Ask your clinic, ${chart.organization.name}.</p>`.text;
  for await (const report of readReports(ctx, chart)) {
    titles.set(report.current.id, titleOf(report));
    yield* reportPart(report, byDocument, clock);
  }
  yield markup`<h2 id="orders">Laboratory orders</h2>`.text;
  if (chart.counts.orders === 0) yield markup`<p>There are no laboratory orders.</p>`.text;
  else {
    yield tableStart(['Ordered', 'Tests', 'Priority', 'Status', 'Ordered by', 'Reason']);
    for await (const placed of readOrders(ctx, chart)) {
      titles.set(placed.order.id, `Order ${placed.order.order_number}`);
      yield orderRow(placed, clock).text;
    }
    yield TABLE_END;
  }
  yield documentsPart(files, clock);
  yield markup`<h2 id="access">Who opened this chart</h2>
    <p>
      Each time someone opened, changed or downloaded your chart, newest first. Denied requests are included.
      Related actions of one person share a line. <code>bundle.json</code> lists every action.
    </p>`.text;
  yield tableStart(ACCESS_COLUMNS, { isBrief: true });
  let day = '';
  for await (const visit of visitsOf(readAccess(ctx, chart, at))) {
    const date = clock.dayOf(visit[0].at);
    if (date !== day) yield accessDay(date).text;
    day = date;
    yield accessRow(visit, titles, clock).text;
  }
  yield TABLE_END;
  yield '</body></html>\n';
}

interface TableLook {
  caption?: string | undefined;
  /** For screen readers, where the heading above shows it. */
  label?: string;
  /** On narrow screens, cells follow each other on one line. */
  isBrief?: boolean;
}

const tableStart = (columns: readonly string[], { caption, label, isBrief }: TableLook = {}): string =>
  markup`<table role="table"${label === undefined ? markup`` : markup` aria-label="${label}"`}${isBrief ? markup` class="brief"` : markup``}>${caption === undefined ? markup`` : markup`<caption>${caption}</caption>`}
      <thead role="rowgroup">
        <tr role="row">
          ${columns.map((column) => markup`<th role="columnheader" scope="col">${column}</th>`)}
        </tr>
      </thead>
      <tbody role="rowgroup">`.text;
const TABLE_END = '</tbody></table>\n';

const fullName = (name: PatientRow['name']): string =>
  [name.prefix, ...name.given, name.family, name.suffix].filter(Boolean).join(' ');

const fact = (label: string, values: readonly (string | null)[]): Markup => {
  const given = values.filter((value): value is string => Boolean(value));
  return given.length === 0
    ? markup``
    : markup`<dt>${label}</dt>
        ${given.map((value) => markup`<dd>${value}</dd>`)}`;
};

function head(
  { patient, merged, organization, counts }: Chart,
  files: readonly ExportedFile[],
  clock: Clock,
  at: Date,
): Markup {
  const name = fullName(patient.name);
  const without = files.filter(({ problem }) => problem !== null).length;
  return markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <title>Medical record of ${name}</title>
        <style>
          ${new Markup(STYLE)}
        </style>
      </head>
      <body>
        <h1>Medical record of ${name}</h1>
        <p>${organization.name}</p>
        <p class="dim">
          Created ${clock.time(at)} (${organization.timeZone}). Times on this page are in this time zone.
        </p>
        <nav aria-label="Contents">
          <h2>Contents</h2>
          <ul>
            <li><a href="#details">Personal details</a></li>
            <li><a href="#results">Laboratory results</a> (${counts.results})</li>
            <li><a href="#orders">Laboratory orders</a> (${counts.orders})</li>
            <li><a href="#documents">Documents</a> (${files.length})</li>
            <li><a href="#access">Who opened this chart</a></li>
          </ul>
        </nav>
        <h2 id="about">About this copy</h2>
        <p>
          This folder contains the chart that ${organization.name} keeps about you in this service. This page
          shows your personal details, laboratory results with their earlier versions, laboratory orders,
          documents, and who opened your chart. <code>bundle.json</code> contains the same data in the format
          FHIR R4, which other health systems can
          read.${
            files.some(({ isIncluded }) => isIncluded)
              ? markup` The original files are in the folder <code>files</code>. Unzip the whole folder, so that the links to them work.`
              : markup``
          }
        </p>
        <p>
          Not included: drafts, how orders were sent to laboratories, metadata that connected systems keep for
          their own use, and messages as laboratories and hospitals sent them.
        </p>
        ${without > 0 ? markup`<p class="mark">${without} of ${files.length} documents ${without === 1 ? 'is' : 'are'} without a file or differ from what was received. The list of documents shows the reason.</p>` : markup``}
        ${counts.inError > 0 ? markup`<p>${counts.inError} ${counts.inError === 1 ? 'item was' : 'items were'} filed in this chart in error and ${counts.inError === 1 ? 'is' : 'are'} not included, because ${counts.inError === 1 ? 'it' : 'they'} may be about another person.</p>` : markup``}
        <h2 id="details">Personal details</h2>
        ${personal(patient, clock)}
        ${merged.map(
          (record) =>
            markup`<h3>Earlier record, MRN ${record.mrn}</h3>
              <p class="dim">
                It was merged into this one. Its results, orders and documents are included above and below.
              </p>
              ${personal(record, clock)}`,
        )}`;
}

const LANGUAGES = new Intl.DisplayNames('en', { type: 'language' });
const COUNTRIES = new Intl.DisplayNames('en', { type: 'region' });

/** An invalid code, or one without a name, is shown unchanged. */
function nameOf(names: Intl.DisplayNames, code: string | null): string | null {
  try {
    return code && (names.of(code) ?? code);
  } catch {
    return code;
  }
}

function identifierText({ value, type, assigner, system }: PatientRow['identifiers'][number]): string {
  const kind = type === 'other' ? null : IDENTIFIER_TYPE_WORDS[type];
  return `${value} (${[kind, assigner].filter(Boolean).join(', ') || system})`;
}

const personal = (row: PatientRow, clock: Clock): Markup =>
  markup`<dl>
    ${fact('Name', [fullName(row.name)])} ${fact('Other names', row.otherNames.map(fullName))}
    ${fact('Born', [`${clock.day(row.birthDate)}${row.birthDateEstimated ? ' (estimated)' : ''}`])}
    ${fact('Sex', [SEX_WORDS[row.sex]])} ${fact('Sex at birth', [row.sexAtBirth && SEX_AT_BIRTH_WORDS[row.sexAtBirth]])}
    ${fact('Gender identity', [row.genderIdentity])}
    ${fact('Died', [row.deceasedAt === null ? null : clock.day(row.deceasedAt)])}
    ${fact('Medical record number (MRN)', [row.mrn])}
    ${fact('Other numbers', row.identifiers.map(identifierText))}
    ${fact('Number in another system', [row.externalId])}
    ${fact(
      'Phone',
      row.phones.map(({ raw: typed, value, use }) => `${typed || value}${use ? ` (${use})` : ''}`),
    )}
    ${fact(
      'Email',
      row.emails.map(({ value }) => value),
    )}
    ${fact(
      'Address',
      row.addresses.map(({ lines, postal_code, city, state, country }) =>
        [...lines, [postal_code, city].filter(Boolean).join(' '), state, nameOf(COUNTRIES, country)]
          .filter(Boolean)
          .join(', '),
      ),
    )}
    ${fact('Language', [nameOf(LANGUAGES, row.language)])}
  </dl>`;

const titleOf = ({ current }: ReportHistory): string =>
  joinTests(current.panels.map(({ name }) => name)) || 'Laboratory report';

/** Of several panels each table has its name. */
const headingOf = (report: ReportHistory): string => {
  const { panels } = report.current;
  return panels.length > 1 ? `Laboratory report, ${panels.length} tests` : titleOf(report);
};

function* reportPart(
  report: ReportHistory,
  files: ReadonlyMap<string, ExportedFile>,
  clock: Clock,
): Generator<string> {
  const { current, earlier, reviews } = report;
  yield markup`<section>
    <h3>${headingOf(report)}</h3>
    <p>
      Collected ${clock.time(current.collected_at, current.collected_at_precision) || 'at an unknown time'},
      ${current.lab.name}
    </p>
    <p class="dim">
      ${RESULT_STATUS_WORDS[current.status]}, reported
      ${clock.time(current.reported_at ?? current.issued_at, current.reported_at ? current.reported_at_precision : null)}${current.accession_number ? markup`, number ${current.accession_number}` : markup``}
    </p>`.text;
  yield* versionPart(current);
  for (const id of current.document_ids) {
    const file = files.get(id);
    if (file) yield markup`<p>Original report: ${fileLink(file)}</p>`.text;
  }
  for (const { result, replacedAt } of earlier) {
    yield markup`<details>
      <summary>Earlier version ${result.version}, replaced ${clock.time(replacedAt)}</summary>`.text;
    yield* versionPart(result);
    yield '</details>';
  }
  for (const review of reviews) yield reviewLine(review, clock).text;
  yield '</section>\n';
}

const REVIEW_WORDS: Record<ReviewNote['act'], string> = {
  signed: 'Signed',
  seen: 'Viewed',
  commented: 'Comment',
  forwarded: 'Forwarded',
  assigned: 'Assigned',
  undone: 'Signature undone',
  withdrawn: 'Signature withdrawn',
  assignment_undone: 'Assignment undone',
  moved_away: 'Moved to another chart',
  moved_here: 'Moved to this chart',
  told: 'Escalated, because it was not signed in time',
};

const reviewLine = ({ act, at, by, note }: ReviewNote, clock: Clock): Markup =>
  markup`<p class="dim">
    ${REVIEW_WORDS[act]}${by === null ? '' : ` by ${by}`}, ${clock.time(at)}${note ? `: ${note}` : ''}
  </p>`;

function* versionPart(result: LabResult): Generator<string> {
  for (const panel of result.panels) {
    const name = result.panels.length > 1 ? { caption: panel.name } : { label: panel.name };
    yield tableStart(['Test', 'Result', 'Reference range'], { ...name, isBrief: true });
    for (const line of panel.observations) yield lineRow(line).text;
    yield TABLE_END;
    for (const { text } of panel.notes) yield markup`<pre>${text}</pre>`.text;
  }
  for (const { text } of result.notes) yield markup`<pre>${text}</pre>`.text;
  if (result.pending_tests.length > 0) yield markup`<p>Pending: ${joinTests(result.pending_tests)}</p>`.text;
}

function rangeOf({ reference_range: range }: Observation): string {
  if (range === null) return '';
  const { low, high, text, applies_to } = range;
  const limits =
    text ??
    (low !== null && high !== null
      ? `${low}–${high}`
      : low !== null
        ? `≥ ${low}`
        : high !== null
          ? `≤ ${high}`
          : '');
  return [limits, applies_to].filter(Boolean).join(', ');
}

function flagOf(line: Observation): string {
  if (line.interpretation !== null) return interpretationWord(line.interpretation);
  return isAbnormal(line.severity) ? SEVERITY_WORDS[line.severity] : '';
}

function lineRow(line: Observation): Markup {
  const value = [
    line.value_text ?? line.value_code?.display ?? line.value_code?.code,
    line.unit && unitText(line.unit),
  ]
    .filter(Boolean)
    .join(' ');
  const flag = flagOf(line);
  const status = line.status === 'final' ? '' : OBSERVATION_STATUS_WORDS[line.status];
  const mark = isAbnormal(line.severity) ? 'mark' : undefined;
  return markup`<tr role="row">
    <th role="rowheader" scope="row">${line.name}</th>
    ${cell(
      'Result',
      markup`${isWithdrawn(line.status) && value ? markup`<s>${value}</s>` : markup`${value}`}${flag ? ` — ${flag}` : ''}${status ? markup` <span class="dim">${status}</span>` : markup``}${line.notes.map(({ text }) => markup`<pre class="dim">${text}</pre>`)}`,
      mark,
    )}
    ${cell('Reference range', rangeOf(line))}
  </tr> `;
}

/** In words for patients. */
const priorityOf = ({ priority }: LabOrder): string =>
  priority === 'stat' ? 'Urgent (STAT)' : PRIORITY_WORDS[priority];
const orderStatusOf = ({ status }: LabOrder): string =>
  status === 'requested' ? 'Placed, not recorded as sent to a laboratory' : ORDER_STATUS_WORDS[status];

/** Dates as the page shows dates. */
const answerText = (value: string, type: string | undefined, clock: Clock): string =>
  type === 'date' && /^\d{4}-\d\d-\d\d$/.test(value) ? clock.day(value) : value;

function answersOf(item: LabOrder['items'][number], { questions }: OrderInFull, clock: Clock): Markup[] {
  return item.answers.map(({ question_id: id, value }) => {
    const question = questions.find((one) => one.test_id === item.test_id && one.question_id === id);
    return markup`<p class="dim">${(question?.text ?? id).replace(/[^?]$/u, '$&:')} ${answerText(value, question?.type, clock)}</p>`;
  });
}

function collectionOf({ collect_on: day, collection }: LabOrder, clock: Clock): Markup[] {
  const { collected_at: at = null, collected_at_precision: precision = null } = collection ?? {};
  return [
    ...(day === null ? [] : [markup`<p class="dim">Collect on ${clock.day(day)}</p>`]),
    ...(at === null ? [] : [markup`<p class="dim">Collected ${clock.time(at, precision)}</p>`]),
  ];
}

const orderRow = (placed: OrderInFull, clock: Clock): Markup => {
  const { order, copies } = placed;
  return markup`<tr role="row">
    ${cell('Ordered', markup`${clock.time(order.created_at)}<br /><span class="dim">${order.order_number}</span>${collectionOf(order, clock)}`)}
    ${cell(
      'Tests',
      markup`${order.items.map(
        (item) =>
          markup`<p>${item.name}${item.status === 'resulted' ? markup`` : markup` <span class="dim">${ORDER_ITEM_STATUS_WORDS[item.status]}</span>`}</p>${answersOf(item, placed, clock)}`,
      )}${order.fasting === null ? markup`` : markup`<p class="dim">Fasting: ${order.fasting ? 'yes' : 'no'}</p>`}${order.notes ? markup`<pre class="dim">${order.notes}</pre>` : markup``}${copies.length > 0 ? markup`<p class="dim">Copy to ${copies.join(', ')}</p>` : markup``}`,
    )}
    ${cell('Priority', priorityOf(order))}
    ${cell(
      'Status',
      markup`${orderStatusOf(order)}${order.cancelled_reason ? markup`<p class="dim">${order.cancelled_reason}</p>` : markup``}`,
    )}
    ${cell('Ordered by', order.ordering_clinician?.name)}
    ${cell(
      'Reason',
      markup`${order.diagnoses.map(({ code, description }) => markup`<p>${[code, description].filter(Boolean).join(' ')}</p>`)}`,
    )}
  </tr> `;
};

const fileLink = ({ document, path, isIncluded }: ExportedFile): Markup =>
  !isIncluded
    ? markup`${document.title}`
    : markup`<a href="${path.split('/').map(encodeURIComponent).join('/')}">${document.title}</a>`;

function documentRow(file: ExportedFile, clock: Clock): Markup {
  const { document, problem } = file;
  const { description, withdrawnAt, replacedBy, sha256, category, documentDate, createdAt } = document;
  return markup`<tr role="row">
    ${cell(
      'Document',
      markup`${fileLink(file)}${description ? markup`<pre class="dim">${description}</pre>` : markup``}${withdrawnAt ? markup`<p class="dim">Withdrawn by the sender</p>` : markup``}${replacedBy ? markup`<p class="dim">Replaced by a newer version</p>` : markup``}${problem ? markup`<p class="mark">${problem}</p>` : markup``}${sha256 ? markup`<details class="checksum"><summary class="dim">Checksum (SHA-256)</summary><code>${sha256}</code></details>` : markup``}`,
    )}
    ${cell('Kind', CATEGORY_WORDS[category as DocumentCategory] ?? category)}
    ${cell('Date', clock.day(documentDate))}${cell('Received', clock.time(createdAt))}
  </tr> `;
}

const documentsPart = (files: readonly ExportedFile[], clock: Clock): string =>
  [
    markup`<h2 id="documents">Documents</h2>`.text,
    ...(files.length === 0
      ? [markup`<p>There are no documents.</p>`.text]
      : [
          tableStart(['Document', 'Kind', 'Date', 'Received']),
          ...files.map((file) => documentRow(file, clock).text),
          TABLE_END,
        ]),
  ].join('');

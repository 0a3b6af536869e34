import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { getPageContext } from '@/app/_lib/page-context';
import { getPatient } from '@/app/_lib/patient';
import { type Query, queryParam } from '@/app/_lib/query';
import { MainArea } from '@/components/shell/main-area';
import { trendHref } from '@/components/results/flow-filter';
import { PinTest } from '@/components/results/pin-test';
import { resultViews } from '@/components/results/result-views';
import { ViewLinks } from '@/components/ui/view-links';
import { drawable, momentOf } from '@/components/results/trend-figure';
import {
  readWindow,
  spanOf,
  windowStart,
  WINDOWS,
  type WindowKey,
} from '@/components/results/trend-geometry';
import { TrendSection } from '@/components/results/trend-series';
import { pageTitle, patientLine } from '@/components/patients/patient-view';
import { FilterForm } from '@/components/ui/filter-controls';
import { PageHeading } from '@/components/ui/page-heading';

import type { Trend } from '@/server/domain/lab-results/history-contract';
import { MOST_TRENDS } from '@/server/domain/lab-results/rules';

interface TrendPageProps {
  params: Promise<{ patientId: string; test: string }>;
  searchParams: Promise<Query>;
}

/** Lab codes may contain any character; in the path they are encoded. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The test of the page and those compared with it, each once. */
function testsOf(first: string, { with: others }: Query): string[] {
  const given = others === undefined ? [] : [others].flat();
  const tests = [decoded(first), ...given].filter((test) => test !== '' && test.length <= 200);
  return [...new Set(tests)].slice(0, MOST_TRENDS);
}

const openTrend = cache(async (patientId: string, asked: string) => {
  const { caller } = await getPageContext();
  return caller.labResults.getTrend({ patient_id: patientId, tests: JSON.parse(asked) as string[] });
});

async function open({ params, searchParams }: TrendPageProps) {
  const [{ patientId, test }, query] = await Promise.all([params, searchParams]);
  const patient = await getPatient(patientId);
  const tests = testsOf(test, query);
  if (tests[0] !== decoded(test)) notFound();
  const trend = await openTrend(patient.id, JSON.stringify(tests));
  if (!trend.series.some(({ test_key }) => test_key === tests[0])) notFound();
  return { patient, tests, trend, query };
}

export async function generateMetadata(props: TrendPageProps): Promise<Metadata> {
  const { patient, trend } = await open(props);
  return { title: pageTitle(patient, trend.series[0]!.name) };
}

export default async function TrendPage(props: TrendPageProps) {
  const [{ patient, tests, trend, query }, { format, now, maySign }] = await Promise.all([
    open(props),
    getPageContext(),
  ]);
  const window = readWindow(queryParam(query, 'window'));
  const start = windowStart(window, now);
  const shown = trend.series.map((series) => ({
    series,
    points: series.points.filter(
      (point) => start === null || (point.observed_at !== null && momentOf(point, format) >= start),
    ),
  }));
  const times = shown.flatMap(({ points }) =>
    points.filter(drawable).map((point) => momentOf(point, format)),
  );
  const span = spanOf(times, start, now);
  const others = trend.tests.filter(({ test_key }) => !tests.includes(test_key));
  return (
    <MainArea>
      <PageHeading title={trend.series[0]!.name} />
      <ViewLinks label="Result views" links={resultViews(patient.id)} current={null} />
      <ViewLinks
        label="Period"
        links={WINDOWS.map(({ key, label }) => ({ href: trendHref(patient.id, tests, key), label }))}
        current={trendHref(patient.id, tests, window)}
        look="chips"
      />
      {trend.cut ? <p className="mb-3 font-semibold">Only the newest 3,000 values are shown.</p> : null}
      {shown.map(({ series, points }, index) => (
        <TrendSection
          key={index}
          id={`trend-${index}`}
          patientId={patient.id}
          patient={patientLine(patient)}
          series={series}
          points={points}
          span={index < MOST_TRENDS ? span : null}
          all={trendHref(patient.id, tests)}
          actions={
            // Once per test, which may have several units.
            maySign && shown.findIndex((one) => one.series.test_key === series.test_key) === index ? (
              <PinTest
                patientId={patient.id}
                testKey={series.test_key}
                name={series.name}
                pinned={trend.pinned.includes(series.test_key)}
              />
            ) : null
          }
          without={
            tests.length > 1
              ? trendHref(
                  patient.id,
                  tests.filter((test) => test !== series.test_key),
                  window,
                )
              : null
          }
        />
      ))}
      {tests.length < MOST_TRENDS && others.length > 0 ? (
        <CompareForm patientId={patient.id} tests={tests} window={window} all={trend.tests} others={others} />
      ) : null}
    </MainArea>
  );
}

interface TrendLinksProps {
  patientId: string;
  tests: readonly string[];
  window: WindowKey;
}

interface CompareFormProps extends TrendLinksProps {
  /** With the shown ones. */
  all: Trend['tests'];
  others: Trend['tests'];
}

/** With the laboratory where the name alone does not identify the test. */
const choiceWords = ({ name, laboratories }: Trend['tests'][number], all: Trend['tests']): string =>
  laboratories.length > 1 || (laboratories.length > 0 && all.filter((one) => one.name === name).length > 1)
    ? `${name}, ${laboratories.join(', ')}`
    : name;

const CompareForm = ({ patientId, tests, window, all, others }: CompareFormProps) => (
  <FilterForm path={trendHref(patientId, tests.slice(0, 1))} submit="Compare">
    <div className="max-w-full">
      <label htmlFor="with" className="block text-sm text-ink-2">
        Compare with
      </label>
      <select id="with" name="with" className="control max-w-full">
        {others.map((test) => (
          <option key={test.test_key} value={test.test_key}>
            {choiceWords(test, all)}
          </option>
        ))}
      </select>
    </div>
    {tests.slice(1).map((test) => (
      <input key={test} type="hidden" name="with" value={test} />
    ))}
    {window === 'all' ? null : <input type="hidden" name="window" value={window} />}
  </FilterForm>
);

import { z } from 'zod';
import { inputInstant, instant, pathParameter, precision } from '../../data-types/contract-parts';
import { labResultSummary, observation } from './contract';
import { MOST_COLUMNS, MOST_TRENDS } from './rules';

/** Portal only: one patient's values over time. */

const testKey = z.string().min(1).max(200).meta({ description: 'LOINC, or the code of the laboratory' });

const pastValue = z.strictObject({
  ...observation.pick({
    value_text: true,
    value_number: true,
    comparator: true,
    reference_range: true,
    interpretation: true,
    interpretation_source: true,
    severity: true,
    status: true,
    observed_at: true,
  }).shape,
  observation_id: z.string(),
  result_id: z.string(),
  precision: precision.nullable(),
  has_notes: z.boolean(),
});

/** One row or graph line: values that may be compared. */
const series = z.strictObject({
  test_key: testKey,
  name: z.string(),
  unit: z.string().nullable(),
  /** Codes without LOINC are specific to their laboratory, so each laboratory is a separate series. */
  lab_name: z.string().nullable(),
});

const panelChoice = z.strictObject({ key: z.string(), name: z.string() });

const ofFlowSheet = {
  patient_id: pathParameter,
  panel: z.string().min(1).max(200).optional().meta({ description: 'Only the tests of this panel' }),
};

export const getFlowSheetInput = z.strictObject({
  ...ofFlowSheet,
  columns: z.number().int().min(1).max(MOST_COLUMNS).default(MOST_COLUMNS),
  until: inputInstant.optional().meta({ description: 'Time of the newest column' }),
});
export const flowSheet = z.strictObject({
  columns: z.array(
    z.strictObject({
      observed_at: instant.nullable(),
      precision: precision.nullable(),
      result_ids: z.array(z.string()),
    }),
  ),
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rows: z.array(
        z.strictObject({
          ...series.shape,
          reference_range: observation.shape.reference_range,
          ranges_differ: z.boolean(),
          /** One list per column: two reports of one time are two values. */
          cells: z.array(z.array(pastValue)),
        }),
      ),
    }),
  ),
  panels: z.array(panelChoice),
  /** `until` of the previous page, the next page, and the page one column later; null without such a page. */
  earlier: instant.nullable(),
  later: instant.nullable(),
  one_later: instant.nullable(),
  cut: z.boolean(),
});

export const exportFlowSheetInput = z.strictObject(ofFlowSheet);
export const flowSheetFile = z.strictObject({ file_name: z.string(), content: z.string() });

export const getTrendInput = z.strictObject({
  patient_id: pathParameter,
  tests: z.array(testKey).min(1).max(MOST_TRENDS),
});
export const trend = z.strictObject({
  /** In the order of `tests`; of one test, the most recently used unit comes first. */
  series: z.array(z.strictObject({ ...series.shape, points: z.array(pastValue) })),
  /** `laboratories`: those that use the code without LOINC. */
  tests: z.array(
    z.strictObject({ test_key: z.string(), name: z.string(), laboratories: z.array(z.string()) }),
  ),
  /** Subset of the requested tests. */
  pinned: z.array(z.string()),
  cut: z.boolean(),
});

const recent = z.array(
  z.strictObject({
    number: z.number(),
    at: instant,
    severity: observation.shape.severity,
    /** Only a limit is known: `<` or `>`. */
    open: z.boolean(),
  }),
);

export const pinnedTest = z.strictObject({ patient_id: pathParameter, test_key: testKey });
export const pinnedTestState = z.strictObject({ test_key: z.string(), pinned: z.boolean() });
export const listPinnedTestsInput = z.strictObject({ patient_id: pathParameter });
export const pinnedTestList = z.strictObject({
  /** In the order in which they were pinned. */
  data: z.array(
    z.strictObject({
      test_key: z.string(),
      /**
       * One per unit and laboratory that cannot be compared, most recently measured first; empty if no value is left.
       */
      series: z.array(z.strictObject({ ...series.shape, newest: pastValue, recent })),
    }),
  ),
});

export const printLabResultInput = z.strictObject({ id: pathParameter });
export const getRecentValuesInput = z.strictObject({ id: pathParameter });
export const recentValues = z.strictObject({
  lines: z.array(
    z.strictObject({
      observation_id: z.string(),
      /** Oldest first; the last one is the line's own. */
      values: recent,
    }),
  ),
});

export const listResultVersionsInput = z.strictObject({ id: pathParameter });
export const resultVersions = z.strictObject({
  data: z.array(
    z.strictObject({
      version: z.number().int(),
      status: labResultSummary.shape.status,
      reported_at: instant.nullable(),
      reported_at_precision: precision.nullable(),
      issued_at: instant,
    }),
  ),
});

export type PastValue = z.output<typeof pastValue>;
export type Series = z.output<typeof series>;
export type FlowSheet = z.output<typeof flowSheet>;
type FlowGroup = FlowSheet['groups'][number];
export type FlowRow = FlowGroup['rows'][number];
export type FlowSheetFile = z.output<typeof flowSheetFile>;
export type GetFlowSheetInput = z.output<typeof getFlowSheetInput>;
export type ExportFlowSheetInput = z.output<typeof exportFlowSheetInput>;
export type Trend = z.output<typeof trend>;
export type TrendSeries = Trend['series'][number];
export type GetTrendInput = z.output<typeof getTrendInput>;
export type PinnedTestInput = z.output<typeof pinnedTest>;
export type PinnedTestState = z.output<typeof pinnedTestState>;
export type PinnedTestList = z.output<typeof pinnedTestList>;
export type GetRecentValuesInput = z.output<typeof getRecentValuesInput>;
export type RecentValues = z.output<typeof recentValues>;
export type ListResultVersionsInput = z.output<typeof listResultVersionsInput>;
export type ResultVersions = z.output<typeof resultVersions>;

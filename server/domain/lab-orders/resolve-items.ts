import { and, eq, inArray, or, type SQL } from 'drizzle-orm';
import { catalogTests } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import type { FieldError } from '../../errors/field-error';
import { readId } from '../../shared/ids';
import type { CreateLabOrderInput } from './contract';
import type { CatalogQuestion } from '../../data-types/catalog-test';
import { inputDate } from '../../data-types/contract-parts';
import { BOOLEAN_ANSWER, NUMBER_ANSWER } from '../../data-types/lab-order-codes';

export type TestRow = typeof catalogTests.$inferSelect;

/**
 * Resolves ordered items to catalog tests: by ID, by the laboratory's code, or by a LOINC that only one test has. One
 * error lists all invalid items.
 * @throws DomainError `test_not_orderable`
 */
export async function resolveItems(tx: Tx, ctx: Context, input: CreateLabOrderInput): Promise<TestRow[]> {
  const known = await candidates(tx, ctx, input);
  const errors: FieldError[] = [];
  const tests = input.items.map((item, index) => {
    const at = `/items/${index}`;
    const keys = [item.test_id, item.code, item.loinc].filter((value) => value !== undefined);
    if (keys.length !== 1) {
      errors.push({
        pointer: at,
        code: keys.length === 0 ? 'required' : 'not_allowed',
        message: 'must have exactly one of test_id, code and loinc',
      });
      return null;
    }
    const found = known.filter((test) => fits(test, item, input.lab_id ?? null));
    const pointer = `${at}/${item.test_id !== undefined ? 'test_id' : item.code !== undefined ? 'code' : 'loinc'}`;
    if (item.code !== undefined && !input.lab_id)
      errors.push({
        pointer: '/lab_id',
        code: 'required',
        message: 'is required when an item is ordered by code',
      });
    else if (found.length === 0)
      errors.push({ pointer, code: 'not_allowed', message: 'is not in the catalog' });
    else if (found.length > 1)
      errors.push({
        pointer,
        code: 'not_allowed',
        message: 'matches several tests; send test_id instead',
      });
    const test = found.length === 1 ? found[0]! : null;
    if (test && !test.active)
      errors.push({ pointer, code: 'not_allowed', message: 'is not active in the catalog' });
    if (test) errors.push(...answerErrors(test, item.answers, at));
    return test;
  });
  tests.forEach((test, index) => {
    if (test && tests.findIndex((other) => other?.id === test.id) < index)
      errors.push({ pointer: `/items/${index}`, code: 'not_unique', message: 'repeats another item' });
  });
  const labs = new Set(tests.flatMap((test) => (test ? [test.labId] : [])));
  if (labs.size > 1)
    errors.push({
      pointer: '/items',
      code: 'not_allowed',
      message: 'must all be tests of the same laboratory',
    });
  else if (input.lab_id && labs.size === 1 && !labs.has(input.lab_id))
    errors.push({
      pointer: '/lab_id',
      code: 'not_allowed',
      message: 'must be the laboratory that performs the tests',
    });
  if (errors.length > 0)
    throw new DomainError('test_not_orderable', 'One or more tests cannot be ordered.', { errors });
  return tests as TestRow[];
}

type Item = CreateLabOrderInput['items'][number];

async function candidates(tx: Tx, ctx: Context, input: CreateLabOrderInput): Promise<TestRow[]> {
  const ids = input.items
    .flatMap((item) => (item.test_id ? [readId('catalog_test', item.test_id)] : []))
    .filter((id) => id !== null);
  const codes = input.items.flatMap((item) => (item.code ? [item.code] : []));
  const loincs = input.items.flatMap((item) => (item.loinc ? [item.loinc] : []));
  const ways: SQL[] = [];
  if (ids.length > 0) ways.push(inArray(catalogTests.id, ids));
  if (codes.length > 0) ways.push(inArray(catalogTests.code, codes));
  if (loincs.length > 0) ways.push(inArray(catalogTests.loinc, loincs));
  if (ways.length === 0) return [];
  return tx
    .select()
    .from(catalogTests)
    .where(and(eq(catalogTests.orgId, ctx.actor.orgId), or(...ways)));
}

function fits(test: TestRow, item: Item, labId: string | null): boolean {
  if (item.test_id !== undefined) return test.id === readId('catalog_test', item.test_id);
  if (item.code !== undefined) return test.code === item.code && test.labId === labId;
  return test.loinc === item.loinc && test.active && (labId === null || test.labId === labId);
}

function formProblem(type: CatalogQuestion['type'], value: string): string | undefined {
  if (type === 'number' && !NUMBER_ANSWER.test(value)) return 'must be a number, such as 12.5';
  if (type === 'date' && !inputDate.safeParse(value).success) return 'must be a date, such as 2026-03-31';
  if (type === 'boolean' && !BOOLEAN_ANSWER.test(value)) return 'must be yes or no';
  return undefined;
}

function answerErrors(test: TestRow, answers: Item['answers'], at: string): FieldError[] {
  const errors: FieldError[] = [];
  answers.forEach((answer, index) => {
    const question = test.questions.find(({ id }) => id === answer.question_id);
    const misfit = question && formProblem(question.type, answer.value);
    const pointer = `${at}/answers/${index}`;
    if (!question)
      errors.push({
        pointer: `${pointer}/question_id`,
        code: 'not_allowed',
        message: 'must identify a question of the test',
      });
    else if (question.type === 'choice' && !question.options.includes(answer.value))
      errors.push({
        pointer: `${pointer}/value`,
        code: 'not_allowed',
        message: 'must be one of the options',
      });
    else if (misfit) errors.push({ pointer: `${pointer}/value`, code: 'invalid_format', message: misfit });
    else if (question.max_length !== null && answer.value.length > question.max_length)
      errors.push({
        pointer: `${pointer}/value`,
        code: 'too_long',
        message: `must have at most ${question.max_length} characters`,
      });
  });
  test.questions.forEach((question, index) => {
    if (question.required && !answers.some(({ question_id }) => question_id === question.id)) {
      errors.push({
        pointer: `${at}/answers/${index}`,
        code: 'required',
        message: `must answer the question ${question.id}`,
      });
    }
  });
  return errors;
}

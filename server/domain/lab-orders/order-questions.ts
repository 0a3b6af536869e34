import { and, eq, inArray } from 'drizzle-orm';
import { catalogTests } from '../../db/schema/index';
import type { Tx } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { showId } from '../../shared/ids';
import type { WholeOrder } from './access';
import type { OrderSheet } from './sheet-contract';

/** What the catalog says about the tests of orders. It may have changed since. */
export async function testsOf(tx: Tx, ctx: Context, orders: readonly WholeOrder[]) {
  const ids = new Set(orders.flatMap(({ items }) => items.flatMap(({ testId }) => testId ?? [])));
  return ids.size === 0
    ? []
    : tx
        .select({
          id: catalogTests.id,
          labName: catalogTests.labName,
          specimen: catalogTests.specimen,
          fastingRequired: catalogTests.fastingRequired,
          questions: catalogTests.questions,
        })
        .from(catalogTests)
        .where(and(eq(catalogTests.orgId, ctx.actor.orgId), inArray(catalogTests.id, [...ids])));
}

export const questionsOf = (tests: Awaited<ReturnType<typeof testsOf>>): OrderSheet['questions'] =>
  tests.flatMap(({ id: test, questions }) =>
    questions.map((question) => ({
      test_id: showId('catalog_test', test),
      question_id: question.id,
      text: question.text,
      type: question.type,
    })),
  );

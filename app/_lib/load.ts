import { notFound, redirect, unstable_rethrow } from 'next/navigation';
import { problemOf, shownError, type Loaded } from '@/components/ui/error-message';
import { openingHref } from '@/components/restricted-charts/opening-href';
import { getPageContext, requestedPath } from './page-context';

/** What a page does when a read fails. */

/**
 * 404 for unknown, removed and foreign records alike, and for malformed IDs. Redirects to the page that asks why a
 * restricted chart is opened.
 */
export async function orNotFound<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (thrown) {
    const { code, errors, patient_ids: [patientId] = [] } = problemOf(thrown);
    const isInvalidId = errors?.length === 1 && errors[0]!.pointer === '/id';
    if (code === 'not_found' || isInvalidId) notFound();
    if (code === 'chart_restricted' && patientId) redirect(openingHref(patientId, await requestedPath()));
    throw thrown;
  }
}

/** A record whose content may have been removed, or why it was. */
export async function orRemoved<T>(
  reading: Promise<T>,
): Promise<{ value: T; removed: null } | { value: null; removed: string }> {
  try {
    return { value: await orNotFound(reading), removed: null };
  } catch (thrown) {
    const { code, detail } = problemOf(thrown);
    if (code !== 'invalid_state' || !detail) throw thrown;
    return { value: null, removed: detail };
  }
}

/** Null for a missing record, for pages that explain why. */
export const orNull = <T>(reading: Promise<T>): Promise<T | null> =>
  reading.catch((thrown: unknown) => {
    if (problemOf(thrown).code === 'not_found') return null;
    throw thrown;
  });

/** The patient whose restricted chart must be opened first, for pages that offer it in a part of the page. */
export async function orClosed<T>(reading: Promise<T>): Promise<T | { restrictedPatientId: string }> {
  try {
    return await reading;
  } catch (thrown) {
    const { code, patient_ids: [patientId] = [] } = problemOf(thrown);
    if (code === 'chart_restricted' && patientId) return { restrictedPatientId: patientId };
    throw thrown;
  }
}

/** Redirects to the first page of the list if the cursor is invalid or belongs to another list. */
export async function orFirstPage<T>(reading: Promise<T>, first: string): Promise<T> {
  try {
    return await reading;
  } catch (thrown) {
    const { code, errors } = problemOf(thrown);
    // A malformed cursor is a validation error of its field.
    const isCursor = code === 'invalid_cursor' || errors?.some(({ pointer }) => pointer === '/cursor');
    if (isCursor) redirect(first);
    throw thrown;
  }
}

/** The data of one part of a page or its error, which `PagePart` shows in its place. */
export async function load<T>(reading: Promise<T>): Promise<Loaded<T>> {
  try {
    return { value: await reading, error: null };
  } catch (thrown) {
    // Next's redirects are thrown.
    unstable_rethrow(thrown);
    const error = shownError(thrown);
    const { requestId } = await getPageContext();
    // "Nothing was saved" would be wrong for a read.
    const sentence = error.code === 'internal_error' ? 'Something failed on our side.' : error.sentence;
    return { value: null, error: { ...error, sentence, requestId: error.requestId ?? requestId } };
  }
}

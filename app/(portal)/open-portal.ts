import { cookies, headers } from 'next/headers';
import { notFound, redirect, unstable_rethrow } from 'next/navigation';
import { cache } from 'react';
import { formatShortName } from '@/components/format/names';
import { setFormat } from '@/components/format/server-format';
import { problemOf, shownError, type Settled } from '@/components/ui/error-message';
import { flowOrderCookie, NEWEST_FIRST } from '@/components/results/flow-order';
import type { DraftFound } from '@/components/client/drafts/use-draft';
import type { PageSession } from '@/components/shell/session/session-watch';
import { refusalOf } from '@/server/errors/refusal-of';
import { contextOfSession } from '@/server/auth/portal-session';
import { inboxAlarm } from '@/server/domain/reviews/get-inbox-alarm';
import { portalCaller, type Portal } from '@/server/api/portal-caller';
import { showId } from '@/server/shared/ids';
import type { LabResult } from '@/server/domain/lab-results/contract';

/** Caller and session of this request, with what every screen needs from it: formats, calendar day, rights. */
export const openPortal = cache(async () => {
  const { caller, session, requestId } = await portalCaller();
  const format = setFormat(session.timeZone);
  const now = Date.now();
  return {
    caller,
    session,
    requestId,
    format,
    now,
    today: format.dayOf(new Date(now).toISOString()),
    mayWrite: session.role !== 'viewer',
    mayAdminister: session.role === 'admin',
  };
});

/** What a page has to know to end with its session. */
export const pageSession = (session: Portal['session'], now: number): PageSession => ({
  organization: showId('organization', session.orgId),
  organizationName: session.orgName,
  person: showId('user', session.userId),
  personName: session.userName,
  idleMs: session.idleMinutes * 60_000,
  restLeftMs: session.expiresAt.getTime() - now,
});

/** Whether this person wants the newest column of a flow sheet at the left. */
export async function prefersNewestFirst(): Promise<boolean> {
  const { session } = await openPortal();
  return (await cookies()).get(flowOrderCookie(showId('user', session.userId)))?.value === NEWEST_FIRST;
}

/** Unknown, removed and foreign records look the same: not found. So does an address that cannot be one. */
export async function orNotFound<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (thrown) {
    const { code, errors } = problemOf(thrown);
    const isNoId = errors?.length === 1 && errors[0]!.pointer === '/id';
    if (code === 'not_found' || isNoId) notFound();
    throw thrown;
  }
}

/** Null where there is nothing of the kind, for pages that can say more of it. */
export const orAbsent = <T>(reading: Promise<T>): Promise<T | null> =>
  reading.catch((thrown: unknown) => {
    if (problemOf(thrown).code === 'not_found') return null;
    throw thrown;
  });

/** A cursor that was altered, or is of another list: the list begins again. `first` is its page without a cursor. */
export async function orFirstPage<T>(reading: Promise<T>, first: string): Promise<T> {
  try {
    return await reading;
  } catch (thrown) {
    const { code, errors } = problemOf(thrown);
    // One that is no cursor at all is refused by its field.
    const isCursor = code === 'invalid_cursor' || errors?.some(({ pointer }) => pointer === '/cursor');
    if (isCursor) redirect(first);
    throw thrown;
  }
}

/** One part of a page: its failure is shown in its place (`PagePart`), the rest of the page stands. */
export async function settle<T>(reading: Promise<T>): Promise<Settled<T>> {
  try {
    return { value: await reading, error: null };
  } catch (thrown) {
    // A redirect travels as a throw.
    unstable_rethrow(thrown);
    const error = shownError(thrown);
    const { requestId } = await openPortal();
    // Nothing was to be saved: this was reading.
    const sentence = error.code === 'internal_error' ? 'Something failed on our side.' : error.sentence;
    return { value: null, error: { ...error, sentence, requestId: error.requestId ?? requestId } };
  }
}

/** What waits and is critical; frame and page share one count. Null for those who sign nothing. */
export const openAlarm = cache(async () => {
  const { session, requestId, mayWrite } = await openPortal();
  if (!mayWrite) return null;
  // No procedure stands around it that would log why it failed.
  const counting = inboxAlarm(contextOfSession(session, { requestId, ip: null })).catch((error: unknown) => {
    throw refusalOf(error, { request_id: requestId, action: 'inbox_alarm' });
  });
  return settle(counting);
});

/** Who ordered a report; null when that is not known, and a failure is said in the place of the name. */
export async function readOrderer({ order_id }: { order_id: string | null }): Promise<string | null> {
  if (!order_id) return null;
  const { caller } = await openPortal();
  const { value, error } = await settle(caller.labOrders.getLabOrder({ id: order_id }));
  if (error && error.code !== 'not_found') return 'Could not be loaded';
  return value?.ordering_clinician?.name ?? null;
}

/** What is read beside a report that waits for a signature. */
export async function readToSign({ id, version, order_id }: Pick<LabResult, 'id' | 'version' | 'order_id'>) {
  const { caller } = await openPortal();
  const [review, orderedBy, versions] = await Promise.all([
    caller.reviews.getReviewState({ id }),
    readOrderer({ order_id }),
    version > 1 ? settle(caller.labResults.listResultVersions({ id })) : null,
  ]);
  return { review, orderedBy, versions: versions?.value?.data };
}

/** One read, hence one audit row, per request: layout, title and page share it. */
export const openPatient = cache(async (patientId: string) => {
  const { caller, session } = await openPortal();
  const patient = await orNotFound(caller.patients.getPatient({ id: patientId }));
  return { ...patient, tab: session.hideNames ? 'Patient' : formatShortName(patient.name) };
});

/** What this person has sent for the patient and not filed; layout and page share one read. */
export const heldUploads = cache(async (patientId: string) => {
  const { caller } = await openPortal();
  return (await caller.uploads.listUploads({ patient_id: patientId })).data;
});

/** What this person had begun to write into a form, by its address. */
export async function draftOf(form: string): Promise<DraftFound> {
  const { caller } = await openPortal();
  const { value, error } = await settle(caller.drafts.getDraft({ form }));
  return error ? 'unknown' : value.draft;
}

/** Whether this answer is for that address itself: a layout stays while the pages below it change. */
export const isAskedFor = async (path: string): Promise<boolean> =>
  (await headers()).get('x-clinical-path') === path;

export type Query = Record<string, string | string[] | undefined>;

/** A single, trimmed query parameter; undefined when absent, empty or given twice. */
export function one(query: Query, name: string): string | undefined {
  const value = query[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

import { z } from 'zod';
import { instant } from '../../data-types/contract-parts';

/** Unsent form input, kept so that the end of a session does not lose it. Portal only. */

/**
 * Paths of the forms that keep drafts. A draft about a report belongs to the report, on whichever page it is edited.
 */
const ID = '[0-7][0-9a-hjkmnp-tv-z]{25}';
const FORM = new RegExp(
  `^/(?:patients/(?:new(?:\\?from=(?:rpt|idc|upd|res)_${ID})?|pat_${ID}/(?:orders/new|documents|details))|inbox/res_${ID}(?:/forward)?|admin/webhooks/new)$`,
);

export const MAX_DRAFT_BYTES = 64 * 1024;

const form = z.string().max(200).regex(FORM, 'must be the path of a form that keeps drafts');

export const draftPath = z.strictObject({ form });
export const saveDraftInput = z.strictObject({
  form,
  /** JSON in the form's own format. */
  content: z
    .string()
    .min(2)
    .max(MAX_DRAFT_BYTES)
    .refine((text) => new TextEncoder().encode(text).length <= MAX_DRAFT_BYTES, {
      error: 'must have at most 64 KiB',
      params: { code: 'too_long' },
    }),
});

export const savedDraft = z.strictObject({ object: z.literal('draft'), form: z.string(), saved_at: instant });
/** `draft` is null if no draft exists. */
export const foundDraft = z.strictObject({
  object: z.literal('found_draft'),
  draft: z.strictObject({ ...savedDraft.shape, content: z.string() }).nullable(),
});

export type SaveDraftInput = z.output<typeof saveDraftInput>;
export type SavedDraft = z.output<typeof savedDraft>;
export type FoundDraft = z.output<typeof foundDraft>;

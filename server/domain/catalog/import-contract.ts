import { z } from 'zod';
import { instant, nameText, pathParameter, ref } from '../../data-types/contract-parts';
import { IMPORT_FIELDS, MAX_IMPORT_CHARACTERS, type ImportField } from './rules';

/** Import of a laboratory's tests from a CSV file. Portal only. */

export const previewCatalogImportInput = z.strictObject({
  lab_id: nameText(100).meta({ description: 'Laboratory in the catalog' }),
  lab_name: nameText(200),
  content: z.string().min(1).max(MAX_IMPORT_CHARACTERS).meta({ description: 'Text of the CSV file' }),
  deactivate_missing: z
    .boolean()
    .default(false)
    .meta({ description: 'Tests of the laboratory that are not in the file can no longer be ordered' }),
});

export const importCatalogInput = previewCatalogImportInput.extend({
  digest: z.string().max(100).meta({ description: 'Of the preview, so that the import matches it' }),
});

const line = z.number().int().meta({ description: 'Line of the file, from 1' });
const named = z.strictObject({ code: z.string(), name: z.string() });
const count = z.number().int();

export const catalogImportPreview = z.strictObject({
  object: z.literal('catalog_import_preview'),
  digest: z.string(),
  /** The lists are cut; the counts are not. */
  added: z.array(named),
  changed: z.array(
    named.extend({
      changes: z.array(
        z.strictObject({
          field: z.enum(Object.keys(IMPORT_FIELDS) as [ImportField, ...ImportField[]]),
          from: z.string().nullable(),
          to: z.string().nullable(),
        }),
      ),
    }),
  ),
  deactivated: z.array(named),
  counts: z.strictObject({
    added: count,
    changed: count,
    deactivated: count,
    unchanged: count,
    errors: count,
  }),
  errors: z.array(z.strictObject({ line, column: z.string().nullable(), message: z.string() })),
  ignored_columns: z.array(z.string()),
});

export const catalogImport = z.strictObject({
  id: ref('imp'),
  object: z.literal('catalog_import'),
  created_at: instant,
  created_by: z.string(),
  created_by_name: z.string().nullable(),
  lab: z.strictObject({ id: z.string(), name: z.string() }),
  added: count,
  changed: count,
  deactivated: count,
  undone_at: instant.nullable(),
  /** The latest import of its laboratory, and not undone. */
  can_undo: z.boolean(),
});

export const catalogImportPath = z.strictObject({ id: pathParameter });
export const catalogImportList = z.strictObject({ data: z.array(catalogImport) });
/** Laboratories of the catalog, and lab connections, whose tests can be imported. */
export const catalogLabList = z.strictObject({
  data: z.array(z.strictObject({ id: z.string(), name: z.string(), active: count, inactive: count })),
});

export type PreviewCatalogImportInput = z.output<typeof previewCatalogImportInput>;
export type ImportCatalogInput = z.output<typeof importCatalogInput>;
export type CatalogImportPreview = z.output<typeof catalogImportPreview>;
export type CatalogImport = z.output<typeof catalogImport>;
export type CatalogImportPath = z.output<typeof catalogImportPath>;
export type CatalogImportList = z.output<typeof catalogImportList>;
export type CatalogLabList = z.output<typeof catalogLabList>;

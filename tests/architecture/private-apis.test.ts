import { expect, it } from 'vitest';
import { z } from 'zod';
import { PROCEDURES } from '../../server/api/procedures';
import { sourceFiles } from './source-files';

/** Decision 0037. */

it('lists procedures with type, meta and input', () => {
  const [input] = PROCEDURES.get('patients.createPatient')!.inputs;
  expect(input).toBeInstanceOf(z.ZodObject);
  expect(PROCEDURES.get('patients.createPatient')).toMatchObject({
    type: 'mutation',
    meta: { openapi: { method: 'POST', path: '/v1/patients' } },
  });
  expect(PROCEDURES.get('patients.getPatient')!.type).toBe('query');
  expect(PROCEDURES.get('changes.watchChanges')!.type).toBe('subscription');
});

it('reads the internals of tRPC and zod in one file', () => {
  const files = ['server', 'components', 'app'].flatMap((folder) => sourceFiles(folder));
  const INTERNAL = /\._def\b|\b_def:|\b_zod\b/;
  expect(files.filter(({ text }) => INTERNAL.test(text)).map(({ name }) => name)).toEqual([
    'server/api/procedures.ts',
  ]);
});

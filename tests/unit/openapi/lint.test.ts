import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../../server/http/openapi/document';
import { nightly } from '../../support/test-size';

describe('OpenAPI document', () => {
  it('has no error and no warning under the recommended rules of Redocly', nightly, async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({
      source: JSON.stringify(openApiDocument('https://clinic.example.org')),
      absoluteRef: 'openapi.json',
      config,
    });
    const said = problems.map(
      ({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer ?? ''}: ${message}`,
    );
    expect(said).toEqual([]);
  });
});

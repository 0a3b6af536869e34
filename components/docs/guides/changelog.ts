import type { Guide } from './guide';

export const CHANGELOG: Guide = {
  slug: 'changelog',
  title: 'Changelog',
  summary: 'What is new in the interface, and what may change without breaking you.',
  sections: [
    {
      title: 'v1',
      blocks: [
        {
          list: [
            'Patients, lab orders, results, the catalog of tests, documents in three forms of upload, webhooks and the events feed.',
            'API keys and OAuth 2.0 with PKCE.',
            'Each event has a schema of its own in the `webhooks` section of the OpenAPI document.',
          ],
        },
      ],
    },
    {
      title: 'What may change inside v1',
      blocks: [
        'New operations, new optional parameters and fields of requests, new fields and headers of answers, new events, new refusals, and new words in lists that are called open. Ignore what you do not know.',
        'Nothing is removed, renamed, narrowed or made required; no type, format or status of success changes. Tests of the service compare each revision with the last release and refuse what breaks a client.',
        'Should something have to go, answers carry `Deprecation` and `Sunset` for twelve months before, and administrators are told.',
      ],
    },
  ],
};

/** How the receiver checks that a message is ours (Standard Webhooks), ready to copy, in four languages. */
const SNIPPETS: readonly { language: string; code: string }[] = [
  {
    language: 'JavaScript',
    code: `import { Webhook } from 'standardwebhooks';

// rawBody: the exact bytes that arrived, before any JSON parsing
const event = new Webhook(process.env.WEBHOOK_SECRET).verify(rawBody, headers);`,
  },
  {
    language: 'Python',
    code: `import os
from standardwebhooks.webhooks import Webhook

# raw_body: the exact bytes that arrived, before any JSON parsing
event = Webhook(os.environ["WEBHOOK_SECRET"]).verify(raw_body, headers)`,
  },
  {
    language: 'Go',
    code: `wh, err := standardwebhooks.NewWebhook(os.Getenv("WEBHOOK_SECRET"))
if err != nil { return err }
// rawBody: the exact bytes that arrived, before any JSON parsing
err = wh.Verify(rawBody, request.Header)`,
  },
  {
    language: 'Without a library',
    code: `key       = base64_decode(secret without "whsec_")
signed    = webhook-id + "." + webhook-timestamp + "." + raw body
expected  = "v1," + base64(hmac_sha256(key, signed))

Accept when one of the space-separated values of webhook-signature equals
expected (compare in constant time) and webhook-timestamp is at most
5 minutes away from now.`,
  },
];

export function VerifySnippet() {
  return (
    <section aria-labelledby="verify">
      <h2 id="verify" className="text-value font-semibold">
        Check each message
      </h2>
      <p className="mb-2 text-ink-2">Every message is signed. Refuse what does not verify.</p>
      {SNIPPETS.map((snippet, index) => (
        <details key={snippet.language} open={index === 0} className="border-t border-line">
          <summary className="target flex min-h-10 items-center font-semibold text-accent underline">
            {snippet.language}
          </summary>
          <pre
            tabIndex={0}
            aria-label={`${snippet.language} sample`}
            className="mb-3 overflow-x-auto bg-canvas p-3 font-mono text-sm"
          >
            <code>{snippet.code}</code>
          </pre>
        </details>
      ))}
    </section>
  );
}

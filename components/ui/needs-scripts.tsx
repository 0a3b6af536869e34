export function NeedsScripts({ what }: { what: string }) {
  return (
    <noscript>
      <p className="mt-4 border-l-4 border-ink bg-canvas px-4 py-2">
        {what} needs JavaScript. Turn it on and reload the page.
      </p>
    </noscript>
  );
}

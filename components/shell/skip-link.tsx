/** First tab stop of every page. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="absolute top-1 left-1 z-50 -translate-y-24 rounded border-2 border-ink bg-paper px-3 py-2 font-semibold focus:translate-y-0"
    >
      Skip to content
    </a>
  );
}

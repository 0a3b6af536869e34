/** An unknown value: a dash on screen, words for a screen reader. */
export const Missing = ({ words = 'Not known' }: { words?: string }) => (
  <>
    <span aria-hidden="true">—</span>
    <span className="sr-only">{words}</span>
  </>
);

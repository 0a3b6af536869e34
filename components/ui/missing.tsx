/** An unknown value: a dash on screen, words for a screen reader. */
export const Missing = () => (
  <>
    <span aria-hidden="true">—</span>
    <span className="sr-only">Not known</span>
  </>
);

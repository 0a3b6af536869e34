/** An unknown fact: a dash for the eye, words for a screen reader. */
export const Missing = () => (
  <>
    <span aria-hidden="true">—</span>
    <span className="sr-only">Not known</span>
  </>
);

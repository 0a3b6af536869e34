/** Text of a message. Letters that differ from the record are bold and underlined, not marked by color alone. */
export function DifferingText({ sent, known }: { sent: string; known: string }) {
  const pieces = piecesOf(sent, known);
  const same = pieces.reduce((sum, piece) => sum + (piece.same ? [...piece.text].length : 0), 0);
  if (same < leastSame(sent) * [...sent].length) return <Whole text={sent} />;
  return (
    <>
      {pieces.map(({ text, same }, at) =>
        same ? <span key={at}>{text}</span> : <Marked key={at} text={text} />,
      )}
    </>
  );
}

/** Below this share of common letters the texts are unrelated: letters that happen to be the same mean nothing. */
const LEAST_SAME = 0.6;
/** Numbers share digits by chance. */
const LEAST_SAME_NUMBER = 0.8;
const leastSame = (sent: string): number => (/\d/.test(sent) ? LEAST_SAME_NUMBER : LEAST_SAME);

/** Another text altogether, or one like `21-Mar` for `12-Mar`, in which single letters do not show what differs. */
export const Whole = ({ text }: { text: string }) => (
  <mark className="bg-transparent font-bold text-ink">{text}</mark>
);

const Marked = ({ text }: { text: string }) => (
  <mark className="bg-transparent font-bold text-ink underline decoration-2 underline-offset-2">{text}</mark>
);

const LONGEST = 200;

/** Pieces of `sent`, by the longest common subsequence of letters, ignoring case. */
export function piecesOf(sent: string, known: string): { text: string; same: boolean }[] {
  const from = [...sent].slice(0, LONGEST);
  const [left, right] = [from, [...known].slice(0, LONGEST)].map((all) =>
    all.map((one) => one.toLowerCase()),
  );
  const common = Array.from({ length: left!.length + 1 }, () => new Array<number>(right!.length + 1).fill(0));
  for (let a = left!.length - 1; a >= 0; a--)
    for (let b = right!.length - 1; b >= 0; b--)
      common[a]![b] =
        left![a] === right![b]
          ? common[a + 1]![b + 1]! + 1
          : Math.max(common[a + 1]![b]!, common[a]![b + 1]!);
  const pieces: { text: string; same: boolean }[] = [];
  let b = 0;
  for (let a = 0; a < from.length; a++) {
    while (b < right!.length && left![a] !== right![b] && common[a]![b + 1]! >= common[a + 1]![b]! + 1) b++;
    const same = b < right!.length && left![a] === right![b];
    if (same) b++;
    const last = pieces.at(-1);
    if (last?.same === same) last.text += from[a]!;
    else pieces.push({ text: from[a]!, same });
  }
  // The rest is shown without comparison.
  const rest = [...sent].slice(LONGEST).join('');
  if (rest !== '') pieces.push({ text: rest, same: true });
  return pieces;
}

/**
 * Sensitive acts need somebody who has just shown who they are. A call that is refused for that reason waits for the
 * dialog and is sent again as it was, so that nothing that was typed is lost.
 */

export type Answer = (proven: boolean) => void;
type Ask = (answer: Answer) => void;

let ask: Ask | null = null;
let asking: Promise<boolean> | null = null;

/** The dialog's place in the page. @returns what takes it away */
export function answerWith(dialog: Ask): () => void {
  ask = dialog;
  return () => {
    if (ask === dialog) ask = null;
  };
}

/** One question for however many calls wait. */
function proveAgain(): Promise<boolean> {
  if (!ask) return Promise.resolve(false);
  const dialog = ask;
  asking ??= new Promise<boolean>((resolve) => dialog(resolve)).finally(() => (asking = null));
  return asking;
}

async function needsProof(answer: Response): Promise<boolean> {
  if (answer.status !== 403) return false;
  const body = (await answer
    .clone()
    .json()
    .catch(() => null)) as { error?: { data?: { problem?: { code?: string } } } } | null;
  return body?.error?.data?.problem?.code === 'reauthentication_required';
}

export const fetchProven: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init);
  return (await needsProof(answer)) && (await proveAgain()) ? fetch(input, init) : answer;
};

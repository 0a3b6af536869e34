/**
 * Sensitive actions require recent authentication. A call rejected for that reason is held until the dialog is
 * answered and then repeated, so that no input is lost.
 */

export type Answer = (proven: boolean) => void;
type Ask = (answer: Answer) => void;

let ask: Ask | null = null;
let asking: Promise<boolean> | null = null;

/** Registers the dialog. @returns unregisters it */
export function answerWith(dialog: Ask): () => void {
  ask = dialog;
  return () => {
    if (ask === dialog) ask = null;
  };
}

/** One dialog for all held calls. */
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

/** Progress of a long command on standard error: a bar on a terminal, else a line every few seconds. */
const LINE_EVERY_MS = 5_000;
const WIDTH = 30;

export function progress(what: string): (done: number, total: number) => void {
  const { stderr } = process;
  let last = 0;
  return (done, total) => {
    const now = Date.now();
    const finished = done === total;
    if (!finished && now - last < (stderr.isTTY ? 100 : LINE_EVERY_MS)) return;
    last = now;
    if (!stderr.isTTY) {
      stderr.write(`${done} of ${total} ${what}\n`);
      return;
    }
    const filled = total === 0 ? WIDTH : Math.round((done / total) * WIDTH);
    stderr.write(
      `\r[${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}] ${done} of ${total} ${what}${finished ? '\n' : ''}`,
    );
  };
}

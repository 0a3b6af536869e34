/** A program of the organization that reads meanwhile. */
export function watchOthers(url: string, key: string): { stop(): Promise<number> } {
  let on = true;
  const times: number[] = [];
  const reading = (async () => {
    // About seven requests a second, below its own limit.
    while (on) {
      const began = performance.now();
      const answer = await fetch(`${url}/v1/patients?limit=5`, {
        headers: { Authorization: `Bearer ${key}` },
      });
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`/v1/patients answered ${answer.status}`);
      times.push(performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 125));
    }
  })();
  return {
    async stop() {
      on = false;
      await reading;
      const sorted = times.sort((a, b) => a - b);
      return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? 0;
    },
  };
}

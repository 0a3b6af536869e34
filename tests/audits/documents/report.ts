export interface Finding {
  name: string;
  measured: string;
  goal: string;
  met: boolean;
}

export function print({ name, measured, goal, met }: Finding): void {
  process.stdout.write(`${met ? 'ok   ' : 'WRONG'} ${name}: ${measured} (${goal})\n`);
}

/** What a command found by measuring, and how it is told: one line each. */

export interface Finding {
  name: string;
  measured: string;
  /** Null: it only informs. */
  met: boolean | null;
}

export const printFinding = ({ name, measured, met }: Finding): void =>
  void process.stdout.write(`${met === null ? 'info' : met ? 'ok  ' : 'FAIL'}  ${name}: ${measured}\n`);

/** A measurement of an audit command, reported on one line. */

export interface Finding {
  name: string;
  measured: string;
  /** Null: informational. */
  met: boolean | null;
}

export const printFinding = ({ name, measured, met }: Finding): void =>
  void process.stdout.write(`${met === null ? 'info' : met ? 'ok  ' : 'FAIL'}  ${name}: ${measured}\n`);

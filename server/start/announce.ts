import { env } from '../env';

/** Shown at the end of startup, on standard error. Credentials are shown only to this machine's user. */
export interface DemoCredentials {
  people: { email: string; password: string; role: string }[];
  apiKey: string;
}

export function announce(demo: DemoCredentials | null, isEmpty: boolean, milliseconds: number): void {
  const lines = ['', `  Portal   ${env.PUBLIC_URL}   (ready in ${(milliseconds / 1000).toFixed(1)} s)`];
  if (demo && ['127.0.0.1', '::1', 'localhost'].includes(env.HOST)) {
    const width = Math.max(...demo.people.map((person) => person.email.length));
    lines.push('', '  Demo sign-ins');
    for (const { email, password, role } of demo.people)
      lines.push(`    ${email.padEnd(width)}   ${password}   ${role}`);
    lines.push('', `  Demo API key   ${demo.apiKey}`, '');
    lines.push(`  curl -H "Authorization: Bearer ${demo.apiKey}" ${env.PUBLIC_URL}/v1/patients`);
  }
  if (isEmpty)
    lines.push(
      '',
      '  There is no organization yet. Create one, and invite its first administrator, with the settings of the service:',
      '    npm run admin -- org create --name NAME --slug SLUG',
      '    npm run admin -- user invite --org SLUG --email EMAIL --name NAME --role admin',
    );
  process.stderr.write(`${lines.join('\n')}\n\n`);
}

/** On standard error; standard output is for the log. */
export function say(sentence: string): void {
  process.stderr.write(`- ${sentence}\n`);
}

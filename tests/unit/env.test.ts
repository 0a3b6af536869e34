import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseEncryptionKeys, readSettings } from '../../server/env';

const key = Buffer.alloc(32, 7).toString('base64');

function problems(source: Record<string, string>): string[] {
  const result = readSettings(source);
  return 'problems' in result ? result.problems : [];
}

function settings(source: Record<string, string>) {
  const result = readSettings(source);
  if ('problems' in result) throw new Error(result.problems.join('\n'));
  return result.env;
}

describe('settings', () => {
  it('have defaults for the embedded case', () => {
    const env = settings({});
    expect(env).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 3000,
      PUBLIC_URL: 'http://localhost:3000',
      embedded: true,
      CLINICAL_ROLES: ['web', 'worker', 'intake'],
      NODE_ENV: 'production',
    });
    expect(env.DATA_DIR).toMatch(/\.data$/);
  });

  it('are all checked at once, each by name', () => {
    const found = problems({
      PORT: '70000',
      LOG_LEVEL: 'loud',
      WEBHOOK_ALLOW_HTTP: 'yes',
      EGRESS_PROXY: 'socks5://proxy.example.org:1080',
      TRUSTED_PROXIES: 'nearby',
      CLINICAL_ROLES: 'web,cook',
      DATABASE_URL: 'mysql://x',
      METRICS_TOKEN: 'short',
    });
    const names = [
      'PORT',
      'LOG_LEVEL',
      'WEBHOOK_ALLOW_HTTP',
      'EGRESS_PROXY',
      'TRUSTED_PROXIES',
      'CLINICAL_ROLES',
      'DATABASE_URL',
      'METRICS_TOKEN',
    ];
    for (const name of names)
      expect(found.filter((problem) => problem.startsWith(`${name} `))).toHaveLength(1);
    expect(found).toHaveLength(names.length);
  });

  it('treat an empty value as missing', () => {
    expect(settings({ PORT: '', DATABASE_URL: '', METRICS_TOKEN: '' })).toMatchObject({
      PORT: 3000,
      embedded: true,
    });
  });

  it('never repeat an invalid value, because it may be a secret', () => {
    expect(problems({ ENCRYPTION_KEYS: 'k1:topsecret', METRICS_TOKEN: 'hush' }).join(' ')).not.toMatch(
      /topsecret|hush/,
    );
  });

  it('with secrets can be files', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'clinical-settings-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = async (name: string, text: string) => {
      await writeFile(path.join(folder, name), text);
      return path.join(folder, name);
    };
    const keys = await file('keys', `k1:${key}\n`);
    expect(settings({ ENCRYPTION_KEYS_FILE: keys }).ENCRYPTION_KEYS).toBe(`k1:${key}`);
    expect(problems({ ENCRYPTION_KEYS_FILE: keys, ENCRYPTION_KEYS: `k1:${key}` })).toEqual([
      'ENCRYPTION_KEYS and ENCRYPTION_KEYS_FILE must not both be set',
    ]);
    expect(problems({ SMTP_URL_FILE: path.join(folder, 'none') })).toEqual([
      'SMTP_URL_FILE cannot be read (ENOENT)',
    ]);
    expect(problems({ METRICS_TOKEN_FILE: await file('empty', '\n') })).toEqual([
      'METRICS_TOKEN_FILE is empty',
    ]);
    expect(problems({ METRICS_TOKEN_FILE: await file('short', 'hush') })).toEqual([
      'METRICS_TOKEN must have at least 16 characters',
    ]);
  });

  it('ignore unknown variables', () => {
    expect(settings({ HOME: '/nowhere', PATH: '' })).not.toHaveProperty('HOME');
  });

  it('use the port in the public address, without a trailing slash', () => {
    expect(settings({ PORT: '4100' }).PUBLIC_URL).toBe('http://localhost:4100');
    expect(settings({ PUBLIC_URL: 'https://portal.example.org/' }).PUBLIC_URL).toBe(
      'https://portal.example.org',
    );
  });

  it('give each public address its own cookie name', () => {
    expect(settings({ PORT: '4100' }).instanceId).not.toBe(settings({ PORT: '4101' }).instanceId);
  });

  it('require https for other hosts', () => {
    expect(problems({ PUBLIC_URL: 'http://portal.example.org' })[0]).toMatch(/^PUBLIC_URL must be https/);
    expect(problems({ HOST: '0.0.0.0' })[0]).toMatch(/^HOST must be a loopback address/);
    expect(problems({ HOST: '0.0.0.0', PUBLIC_URL: 'https://portal.example.org' })).toEqual([]);
  });

  it('require keys with an external database', () => {
    const DATABASE_URL = 'postgres://app:x@db.example.org:5432/clinical';
    expect(problems({ DATABASE_URL })[0]).toMatch(/^ENCRYPTION_KEYS must be set/);
    expect(settings({ DATABASE_URL, ENCRYPTION_KEYS: `k1:${key}` }).embedded).toBe(false);
  });

  it('allow one standby of an external database', () => {
    const DATABASE_URL = 'postgres://app:x@one,two/clinical?target_session_attrs=read-write';
    const own = { DATABASE_URL, ENCRYPTION_KEYS: `k1:${key}` };
    expect(problems({ ...own, DATABASE_REPLICA_URL: 'postgres://app:x,y@two/clinical' })).toEqual([]);
    expect(problems({ ...own, DATABASE_REPLICA_URL: DATABASE_URL })[0]).toMatch(
      /^DATABASE_REPLICA_URL must name one/,
    );
    expect(problems({ DATABASE_REPLICA_URL: 'postgres://two/clinical' })[0]).toMatch(/needs DATABASE_URL$/);
  });

  it('require a mail server and its sender together, and a valid address', () => {
    const from = { MAIL_FROM: 'clinic@example.org' };
    for (const SMTP_URL of [
      'smtp://mail.example.org',
      'smtps://u%40x:p@mail.example.org:465/',
      'smtp://[::1]:25',
    ])
      expect(problems({ SMTP_URL, ...from }), SMTP_URL).toEqual([]);
    for (const SMTP_URL of [
      'mail.example.org',
      'http://mail.example.org',
      'smtp://',
      'smtp:mail',
      'smtp://a b',
      'smtp://x:port',
      'smtp://x/inbox',
      'smtp://x?tls.rejectUnauthorized=false',
      'smtp://x#y',
      'smtp://u:%zz@x',
    ])
      expect(problems({ SMTP_URL, ...from })[0], SMTP_URL).toMatch(/^SMTP_URL must be a URL such as/);
    for (const MAIL_FROM of [
      'clinic',
      'Clinic <clinic@example.org>',
      'a@b.example, c@d.example',
      'a@b.example\r\nBcc: x@y.example',
    ])
      expect(problems({ SMTP_URL: 'smtp://x', MAIL_FROM })[0], MAIL_FROM).toMatch(/^MAIL_FROM must be/);
    expect(problems(from)).toEqual(['SMTP_URL and MAIL_FROM must be set together']);
    expect(problems({ SMTP_URL: 'smtp://x' })).toEqual(['SMTP_URL and MAIL_FROM must be set together']);
    expect(problems({ SMTP_URL: 'smtp://user:hush@x/inbox' }).join(' ')).not.toContain('hush');
  });

  it('report unreadable address ranges before any access is allowed', () => {
    const wrong = ['10.0.0.0/33', '256.0.0.0/8', '10.1.2.3', 'fd00::/129', 'fd00::1%eth0/64', '10.0.0.0/8/8'];
    // Callers are compared as IPv4, so these would match no one.
    for (const range of [...wrong, '::ffff:a00:0/104', '0x7f.1/8', '192.0.2.0/-1', '192.0.2.0/']) {
      for (const name of ['TRUSTED_PROXIES', 'WEBHOOK_ALLOW_CIDRS']) {
        const found = problems({ [name]: `198.51.100.0/24, ${range}` });
        expect(found, range).toHaveLength(1);
        expect(found[0], range).toMatch(new RegExp(`^${name} must be .*; entry 2 is not valid$`));
        expect(found[0]).not.toContain(range);
      }
    }
    const right = ['0.0.0.0/0', '192.0.2.7/32', '10.0.0.0/8', 'fd00::/8', '2001:db8::1/128'];
    expect(settings({ TRUSTED_PROXIES: right.join(',') }).TRUSTED_PROXIES).toEqual(right);
  });

  it('read flags and lists', () => {
    const env = settings({
      WEBHOOK_ALLOW_HTTP: 'true',
      WEBHOOK_ALLOW_CIDRS: '10.0.0.0/8, fd00::/8',
      WEBHOOK_ALLOW_PORTS: '8080, 9000',
    });
    expect(env.WEBHOOK_ALLOW_HTTP).toBe(true);
    expect(env.WEBHOOK_ALLOW_CIDRS).toEqual(['10.0.0.0/8', 'fd00::/8']);
    expect(env.WEBHOOK_ALLOW_PORTS).toEqual([8080, 9000]);
  });
});

describe('encryption keys', () => {
  it('keep their order, because the first one encrypts', () => {
    expect(parseEncryptionKeys(`new:${key},old:${key}`)?.map(({ id }) => id)).toEqual(['new', 'old']);
  });

  it.each(['', 'k1', 'k1:', ':x', `k1:${Buffer.alloc(16).toString('base64')}`, `a b:${key}`, `k1:${key},`])(
    'reject %j',
    (text) => {
      expect(parseEncryptionKeys(text)).toBeNull();
    },
  );
});

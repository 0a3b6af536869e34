/** URLs that must never be stored or connected to, by reason. */
const hosts = (list: string) =>
  list
    .trim()
    .split(/\s+/)
    .map((host) => `https://${host}/hook`);

export const FORBIDDEN_TARGETS: Record<string, string[]> = {
  'IPv4 ranges': hosts(`
    0.0.0.0 0.0.0.1 0.255.255.255 10.0.0.1 10.255.255.255 100.64.0.1 100.100.100.200 100.127.255.255
    127.0.0.1 127.0.0.2 127.255.255.254 169.254.0.1 169.254.169.254 169.254.170.2 169.254.255.255
    172.16.0.1 172.20.10.1 172.31.255.255 192.0.0.1 192.0.0.8 192.0.0.170 192.0.0.192 192.0.2.1
    192.31.196.1 192.52.193.1 192.88.99.1 192.168.0.1 192.168.1.254 192.168.255.255 192.175.48.1
    198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 224.0.0.251 239.255.255.250 240.0.0.1
    250.1.2.3 255.255.255.254 255.255.255.255 168.63.129.16
  `),
  'other ways to write IPv4': hosts(`
    2130706433 0x7f000001 0x7f.1 0x7f.0x0.0x0.0x1 017700000001 0177.0.0.1 0177.1 127.1 127.0.1 0 0x0
    00.0.0.0 3232235521 0xC0A80001 192.168.257 0300.0250.0.1 2852039166 0xA9FEA9FE 0251.0376.0251.0376
    169.254.43518 10.1 0xa.1 012.1 %31%32%37.0.0.1 １２７.0.0.1 127。0。0。1 127．0．0．1 ①②⑦.⓪.⓪.① 127.0.0.1.
    0x7f.1. 167772161
  `),
  'IPv6 ranges': hosts(`
    [::] [::1] [0:0:0:0:0:0:0:1] [::2] [::ffff] [100::1] [100::ffff:1] [1::1] [fc00::1] [fd00::1]
    [fd00:ec2::254] [fdff:ffff::1] [fe80::1] [fe80::5efe:7f00:1] [febf::1] [fec0::1] [feff::1] [ff00::1]
    [ff02::1] [ff02::fb] [ff05::2] [ff0e::1] [2001:db8::1] [2001:db8:ffff::1] [3fff::1] [3fff:fff::1]
    [2001::1] [2001:2::1] [2001:3::1] [2001:4:112::1] [2001:10::1] [2001:20::1] [2001:30::1]
    [2001:1ff::1] [2620:4f:8000::1] [5f00::1] [4000::1] [8000::1] [e000::1] [::3] [200::1] [400::1]
  `),
  'IPv4 inside IPv6': hosts(`
    [::ffff:127.0.0.1] [::ffff:7f00:1] [::FFFF:10.0.0.1] [::ffff:169.254.169.254] [::ffff:a9fe:a9fe]
    [::ffff:192.168.1.1] [::ffff:0.0.0.0] [0:0:0:0:0:ffff:127.0.0.1] [::ffff:100.64.0.1]
    [::ffff:203.0.113.1] [::127.0.0.1] [::7f00:1] [::10.0.0.1] [::169.254.169.254] [::8.8.8.8]
    [::ffff:0:127.0.0.1] [::ffff:0:8.8.8.8] [64:ff9b::127.0.0.1] [64:ff9b::10.0.0.1]
    [64:ff9b::a9fe:a9fe] [64:ff9b::8.8.8.8] [64:ff9b:1::10.0.0.1] [64:ff9b:1:ffff::1] [2002:7f00:1::]
    [2002:a00:1::1] [2002:a9fe:a9fe::1] [2002:c0a8:101::1] [2002:808:808::1] [2001:0:7f00:1::]
    [2001:0:4136:e378:8000:63bf:3fff:fdd2] [::5efe:127.0.0.1] [::5efe:7f00:1] [::5efe:8.8.8.8]
    [::200:5efe:10.0.0.1] [2a00:1450::5efe:10.0.0.1] [2a00:1450::200:5efe:10.0.0.1]
  `),
  names: hosts(`
    localhost LOCALHOST LocalHost localhost. a.localhost a.b.localhost printer.local PRINTER.LOCAL local
    db.internal metadata.google.internal metadata.google.internal. internal example.org. ⓛocalhost
    %6cocalhost ｌｏｃａｌｈｏｓｔ printer。local loc\u00ADalhost a.b.c.internal
  `),
  'user info, fragment, shape': [
    'https://user@example.org/',
    'https://user:pass@example.org/',
    'https://:pass@example.org/',
    'https://@example.org/',
    'https://example.org@127.0.0.1/',
    'https://127.0.0.1@example.org/',
    'https://example.org%40evil@10.0.0.1/',
    'https://example.org/#',
    'https://example.org/#part',
    'https://example.org#@127.0.0.1/',
    'https://exam\tple.org/',
    ' https://example.org/',
    'https://example.org/ ',
    'https://example.org/\n',
    'https:\\\\example.org\\',
    'https:/example.org/',
    'https:example.org',
    'https:///example.org/',
    '//example.org/',
    '/hook',
    '',
    'https://',
    'https://[fe80::1%25eth0]/',
    'https://[fe80::1%eth0]/',
    'https://[::1/',
    'https://1.2.3.4.5/',
    'https://256.256.256.256/',
    'https://exa mple.org/',
    'https://a..b.local/',
    'example.org',
    'https://example.org\u0000.evil.org/',
    'https://example.org:99999/',
    'https://example.org:-1/',
  ],
  schemes: [
    'http://example.org/',
    'HTTP://example.org/',
    'ftp://example.org/',
    'file:///etc/passwd',
    'gopher://example.org/',
    'data:text/plain,a',
    'javascript:alert(1)',
    'ws://example.org/',
    'wss://example.org/',
    'unix:/run/docker.sock',
    'http+unix://run/',
    'blob:https://example.org/a',
  ],
  ports: [
    0, 1, 21, 22, 25, 80, 110, 444, 2375, 3000, 3306, 5432, 6379, 8000, 8080, 9200, 10250, 11211, 65535,
  ].map((port) => `https://example.org:${port}/`),
};

/** Public URLs that must stay usable. */
export const ALLOWED_TARGETS = [
  'https://example.org/',
  'https://example.org',
  'https://EXAMPLE.org/hook?token=1',
  'https://example.org:443/',
  'https://example.org:8443/hook',
  'https://8.8.8.8/',
  'https://1.1.1.1:8443/',
  'https://[2606:4700:4700::1111]/',
  'https://[2a00:1450:4001:81b::200e]:8443/',
  'https://[::ffff:8.8.8.8]/',
  'https://bücher.example/',
  'https://a.local.example.org/',
  'https://localhost.example.org/',
  'https://internal-tools.example.org/',
  'https://172.32.0.1/',
  'https://100.128.0.1/',
  'https://198.20.0.1/',
  'https://example.org/@path',
  'https://example.org/a%20b',
];

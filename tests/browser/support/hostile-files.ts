import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Files that try to execute in a browser or to break parsers (D-10). Generated here; more are in tests/fixtures. */

export interface HostileFile {
  name: string;
  /** Content type stated by the sender. */
  type: string;
  bytes: Buffer;
}

/** The effect that each file tries; tests look for the marker. */
const SCRIPT =
  'try{top.pwned=1}catch(e){};window.pwned=1;document.title="pwned";alert("pwned");fetch("/pwned")';
const HTML = `<html><body><img src=x onerror='${SCRIPT}'><script>${SCRIPT}</script></body></html>`;
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload='${SCRIPT}'><script>${SCRIPT}</script></svg>`;

const text = (name: string, content: string, type = ''): HostileFile => ({
  name,
  type,
  bytes: Buffer.from(content),
});
const raw = (name: string, bytes: (Buffer | string)[], type = ''): HostileFile => ({
  name,
  type,
  bytes: Buffer.concat(bytes.map((one) => (typeof one === 'string' ? Buffer.from(one, 'latin1') : one))),
});

const pngHead = (width: number, height: number): Buffer => {
  const head = Buffer.from('89504e470d0a1a0a0000000d49484452000000000000000008060000000000000000', 'hex');
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
};

const pdf = (action: string): string =>
  `%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<<${action}>>>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`;

/** One stored entry whose name leaves the target folder. */
const zipSlip = (name: string): Buffer => {
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(name.length, 26);
  return Buffer.concat([local, Buffer.from(name)]);
};

const EICAR = String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$` + 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*';

export function builtFiles(): HostileFile[] {
  const disguises = [
    'a.html',
    'a.htm',
    'a.pdf',
    'a.png',
    'a.html.pdf',
    'a.pdf.html',
    'a.txt',
    'a.xhtml',
    'a.jpg;.html',
  ];
  const types = ['text/html', 'image/png', 'application/pdf', 'text/plain', 'application/octet-stream', ''];
  return [
    ...disguises.map((name) => text(name, HTML)),
    ...types.map((type, at) => text(`lie-${at}.html`, HTML, type)),
    ...types.map((type, at) => text(`lie-${at}.svg`, SVG, type)),
    text('bom.html', `\uFEFF${HTML}`),
    text('space.html', `\n\n \t${HTML}`),
    text('comment.html', `<!-- a note -->${HTML}`),
    text('doctype.html', `<!DOCTYPE html>${HTML}`),
    text(
      'xhtml.xhtml',
      `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>${SCRIPT}</script></html>`,
    ),
    text('style.xml', `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="data:,x"?><a>${HTML}</a>`),
    text(
      'cda.xml',
      `<ClinicalDocument xmlns="urn:hl7-org:v3"><script xmlns="http://www.w3.org/1999/xhtml">${SCRIPT}</script></ClinicalDocument>`,
    ),
    text(
      'xxe.xml',
      '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><ClinicalDocument xmlns="urn:hl7-org:v3">&x;</ClinicalDocument>',
    ),
    raw('utf16.html', [Buffer.from(`\uFEFF${HTML}`, 'utf16le')]),
    raw('utf16.svg', [Buffer.from(`\uFEFF${SVG}`, 'utf16le')]),
    text('late.txt', `A letter.\n${HTML}`),
    text('late.html', `A letter.\n${HTML}`, 'text/plain'),
    text('utf7.txt', `+ADw-script+AD4-${SCRIPT}+ADw-/script+AD4-`),
    text('worker.js', `self.onfetch=()=>0;${SCRIPT}`),
    text('module.mjs', `export default 1;${SCRIPT}`),
    text(
      'letter.mht',
      `From: a\nContent-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html\n\n${HTML}\n--b--`,
    ),
    text('app.hta', `<hta:application/>${HTML}`),
    text('link.url', '[InternetShortcut]\nURL=javascript:alert(1)\n'),
    text('sheet.csv', '=cmd|"/C calc"!A0,=HYPERLINK("http://x.example")\n'),
    text('run.sh', '#!/bin/sh\nid\n'),
    text('page.ps', '%!PS-Adobe-3.0\n(x) run\n'),
    text('eicar.txt', EICAR),
    text('card.vcf', 'BEGIN:VCARD\nNOTE:<script>alert(1)</script>\nEND:VCARD\n'),
    raw('opens.pdf', [pdf(`/S/JavaScript/JS(app.alert\\("pwned"\\);this.submitForm\\("/pwned"\\))`)]),
    raw('goes.pdf', [pdf('/S/URI/URI(javascript:alert\\(1\\))')]),
    raw('launches.pdf', [pdf('/S/Launch/F(/bin/sh)')]),
    raw('pdf-html.pdf', [pdf('/S/Named'), HTML]),
    raw('html-pdf.pdf', [HTML, pdf('/S/Named')]),
    raw('gif-js.gif', ['GIF89a/*', Buffer.alloc(20), '*/=1;', SCRIPT]),
    raw('gif-html.gif', ['GIF89a', Buffer.alloc(8), HTML]),
    raw('bmp-js.bmp', ['BM', Buffer.from([0x2f, 0x2a, 0, 0]), Buffer.alloc(20), `*/=1;${SCRIPT}`]),
    raw('jpeg-js.jpg', [
      Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x2f, 0x2a]),
      'JFIF\0',
      Buffer.alloc(20),
      `*/=1;${SCRIPT}`,
    ]),
    raw('png-html.png', [pngHead(1, 1), '\0\0\0\x20tEXtx\0', HTML]),
    raw('png-zip.png', [pngHead(1, 1), zipSlip('../../evil.sh')]),
    raw('png-bomb.png', [pngHead(65_535, 65_535)]),
    raw('webp-html.webp', ['RIFF\x40\0\0\0WEBPVP8 ', HTML]),
    raw('slip.zip', [zipSlip('../../../../etc/cron.d/x')]),
    raw('slip.docx', [zipSlip('[Content_Types].xml'), zipSlip('word/../../../x')]),
    raw('program.jar', [zipSlip('META-INF/MANIFEST.MF')]),
    raw('dicom.dcm', [HTML.padEnd(128).slice(0, 128), 'DICM', Buffer.alloc(20)]),
    raw('program.exe', ['MZ', Buffer.alloc(100)]),
    raw('program.elf', ['\x7fELF', Buffer.alloc(100)]),
    raw('film.swf', ['FWS', Buffer.alloc(30), SCRIPT]),
    raw('code.wasm', ['\0asm\x01\0\0\0']),
    raw('letter.rtf', ['{\\rtf1{\\object\\objocx{\\*\\objdata 0105}}', HTML, '}']),
    raw('archive.gz', [Buffer.from([0x1f, 0x8b, 8, 0]), Buffer.alloc(10)]),
    text(
      'foreign.svg',
      `<svg xmlns="http://www.w3.org/2000/svg"><foreignObject>${HTML}</foreignObject></svg>`,
    ),
    text(
      'entity.svg',
      `<!DOCTYPE svg [<!ENTITY s '${SVG.replaceAll("'", '&#39;')}'>]><svg xmlns="http://www.w3.org/2000/svg">&s;</svg>`,
    ),
    text(
      'link.svg',
      `<svg xmlns="http://www.w3.org/2000/svg"><a href="javascript:alert(1)"><text y="20">open</text></a></svg>`,
    ),
    text('late.svg', `<?xml version="1.0"?>\n<!-- ${'x'.repeat(2_000)} -->\n${SVG}`),
    text(
      'style.xsl',
      `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/">${HTML}</xsl:template></xsl:stylesheet>`,
    ),
    text(
      'formula.mml',
      `<math xmlns="http://www.w3.org/1998/Math/MathML"><maction href="javascript:alert(1)">x</maction></math>`,
    ),
    text(
      'refresh.html',
      `<meta http-equiv="refresh" content="0;url=data:text/html,${encodeURIComponent(HTML)}">`,
    ),
    text(
      'base.html',
      `<base href="https://x.example/"><form action="javascript:alert(1)"><button autofocus>x</button></form>`,
    ),
    text('charset.html', `<meta charset="utf-7">+ADw-script+AD4-${SCRIPT}+ADw-/script+AD4-`),
    text('frame.html', `<iframe srcdoc='${HTML.replaceAll("'", '&#39;')}'></iframe>`),
    text('letter.pdf.exe', HTML, 'application/pdf'),
    text('feed.json', JSON.stringify({ a: HTML }), 'application/json'),
    raw('form.pdf', [
      pdf(`/S/JavaScript/JS 9 0 R>>/AcroForm<</XFA(${HTML.replaceAll('(', '').replaceAll(')', '')})`),
    ]),
    raw('carries.pdf', [
      pdf('/S/GoToE'),
      '4 0 obj<</Type/EmbeddedFile/Length 9>>stream\n',
      HTML,
      '\nendstream endobj',
    ]),
    raw('comment.gif', ['GIF89a\x01\0\x01\0\0\0\0!\xfe\xff', HTML, '\0;']),
    raw('html.zip', [HTML, zipSlip('index.html')]),
    raw('nul.txt', ['a\0', HTML]),
    raw('latin.txt', ['\xfe\xff\xff', HTML]),
  ];
}

const FOLDER = path.resolve('tests/fixtures/hostile-files');

/** From other projects. */
export const collectedFiles = (): HostileFile[] =>
  readdirSync(FOLDER, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'sources.csv')
    .map((entry) => ({
      name: entry.name,
      type: '',
      bytes: readFileSync(path.join(entry.parentPath, entry.name)),
    }));

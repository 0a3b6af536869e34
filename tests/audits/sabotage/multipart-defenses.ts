import type { Defense } from './defenses';
import { DOCUMENT_DEFENSES } from './document-defenses';

/** The multipart parser and its consumers (D-07, D-08). */
const TESTS = ['tests/integration/api/multipart-bodies.test.ts'];

export const MULTIPART_DEFENSES: Defense[] = [
  ...DOCUMENT_DEFENSES,
  {
    name: 'a multipart type names one boundary',
    file: 'server/http/files/multipart.ts',
    find: 'named !== 1 || ',
    replace: '',
    tests: TESTS,
  },
  {
    name: 'a multipart boundary that stands inside a file cuts nothing off',
    file: 'server/http/files/part-reader.ts',
    find: 'if (this.window.includes(this.delimiter)) throw malformed();',
    replace: '',
    tests: TESTS,
  },
  {
    name: 'behind a multipart boundary stands a line end',
    file: 'server/http/files/part-reader.ts',
    find: 'if (!this.startsWith(CRLF)) throw malformed();',
    replace: '',
    tests: TESTS,
  },
  {
    name: 'multipart headers end before the next boundary',
    file: 'server/http/files/part-reader.ts',
    find: 'if (block.includes(this.delimiter)) throw malformed();',
    replace: '',
    tests: TESTS,
  },
  {
    name: 'multipart headers have a limit',
    file: 'server/http/files/part-reader.ts',
    find: 'MAX_HEADER_BYTES) throw malformed();',
    replace: 'Infinity) throw malformed();',
    tests: TESTS,
  },
  {
    name: 'multipart headers are few',
    file: 'server/http/files/part-headers.ts',
    find: 'if (lines.length > MAX_HEADERS) throw malformed();',
    replace: '',
    tests: TESTS,
  },
  {
    name: 'a multipart header that cannot be read is not skipped',
    file: 'server/http/files/part-headers.ts',
    find: 'if (!match) throw malformed();',
    replace: 'if (!match) continue;',
    tests: TESTS,
  },
  {
    name: 'multipart bytes may not be encoded',
    file: 'server/http/files/part-headers.ts',
    find: "if (encoding && !['7bit', '8bit', 'binary'].includes(encoding)) {",
    replace: 'if (false) {',
    tests: TESTS,
  },
  {
    name: 'names in multipart headers have no control characters',
    file: 'server/http/files/part-headers.ts',
    find: 'if (/\\p{Cc}/u.test(name) || (fileName !== null && /\\p{Cc}/u.test(fileName))) {',
    replace: 'if (false) {',
    tests: TESTS,
  },
  {
    name: 'a file of a multipart body that turns out wrong is dropped',
    file: 'server/http/files/multipart.ts',
    find: 'await receiver.drop(file);',
    replace: '',
    tests: TESTS,
  },
  {
    name: 'a multipart body has a limit in addition to its file',
    file: 'server/http/files/multipart.ts',
    find: 'if ((received += value.length) > limit) throw',
    replace: 'if (received > limit) throw',
    tests: TESTS,
  },
  {
    name: 'a document is filed when its bytes are safe on the disk',
    file: 'server/storage/disk-storage.ts',
    find: 'await staged.durable;',
    replace: '',
    tests: ['tests/unit/storage/disk-storage.test.ts'],
  },
  {
    name: 'inline documents use a bounded part of the memory',
    file: 'server/jobs/semaphore.ts',
    find: 'this.#used + bytes <= this.most && ',
    replace: '',
    tests: ['tests/unit/large-bodies.test.ts'],
  },
  {
    name: 'inline documents of one organization leave room for others',
    file: 'server/jobs/semaphore.ts',
    find: ' && (this.#usedBy.get(owner) ?? 0) + bytes <= this.mostOfOne',
    replace: '',
    tests: ['tests/unit/large-bodies.test.ts'],
  },
];

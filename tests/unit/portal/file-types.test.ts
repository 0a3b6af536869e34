import { describe, expect, it } from 'vitest';
import { fileTypeName, fileTypeTile } from '../../../components/format/file-types';

describe('the type of a file', () => {
  it.each([
    ['application/pdf', 'PDF', 'PDF'],
    ['text/plain; charset=utf-8', 'Plain text', 'TXT'],
    ['application/x-msdownload', 'Windows program', 'FILE'],
    ['application/octet-stream', 'Unknown file type', 'FILE'],
    ['audio/mpeg', 'Audio', 'FILE'],
    ['', 'Unknown file type', 'FILE'],
  ])('%s is shown as %s, with the tile %s', (type, name, tile) => {
    expect([fileTypeName(type), fileTypeTile(type)]).toEqual([name, tile]);
  });
});

import { describe, expect, it } from 'vitest';
import { detailsOf, matchKept } from '../../../components/documents/kept-details';
import type { KeptDetail, UploadState } from '../../../components/documents/upload-line-state';

/** Details are restored only for the file they were entered for. */

const file = (name: string, text: string) => new File([text], name);
const kept = (name: string, size: number, title: string): KeptDetail => ({
  name,
  size,
  title,
  category: 'consent',
  date: '05-Nov-2026',
});

describe('details of selected files', () => {
  it('are matched by file name and size, each once', () => {
    const [one, two, other] = [kept('a.pdf', 3, 'One'), kept('a.pdf', 3, 'Two'), kept('b.pdf', 1, 'Other')];
    const chosen = [file('a.pdf', 'four'), file('a.pdf', 'abc'), file('a.pdf', 'xyz'), file('a.pdf', '123')];
    const { details, left } = matchKept(chosen, [one, other, two]);
    expect(details).toEqual([undefined, one, two, undefined]);
    expect(left).toEqual([other]);
  });

  it('are kept for unfiled files, with earlier ones, up to a limit', () => {
    const line = (state: UploadState, title: string, final = false) => ({
      name: 'c.txt',
      size: 2,
      final,
      title,
      category: 'consent',
      date: '05-Nov-2026',
      guessed: [],
      state,
    });
    const before = kept('a.pdf', 3, 'Before');
    expect(detailsOf([line('filed', 'Done'), line('failed', 'Failed')], [before])).toEqual([
      kept('c.txt', 2, 'Failed'),
      before,
    ]);
    // Not requested again: files already in the chart, and files the server never accepts.
    expect(detailsOf([line('failed', 'Rejected', true), line('filing', 'Filing')], [])).toEqual([
      { ...kept('c.txt', 2, 'Filing'), filing: true },
    ]);
    const many = Array.from({ length: 200 }, () => line('uploaded', 'x'.repeat(200)));
    expect(JSON.stringify(detailsOf(many, [])).length).toBeLessThan(64 * 1024);
  });
});

import { describe, expect, it } from 'vitest';
import { placeList } from '@/components/ui/list-place';

/** The list of a combobox, next to its field in a window of 844 px. */

const view = { top: 0, bottom: 844 };
const field = (top: number) => ({ top, bottom: top + 44 });

describe('list of a combobox', () => {
  it('is below the field if it fits', () => {
    expect(placeList(field(100), 300, view)).toEqual({ top: 144, maxHeight: 384 });
  });

  it('is above the field if there is little room below', () => {
    expect(placeList(field(600), 300, view)).toEqual({ top: 300, maxHeight: 384 });
  });

  it('scrolls if it does not fit', () => {
    expect(placeList(field(450), 500, view)).toEqual({ top: 494, maxHeight: 342 });
    const keyboard = { top: 0, bottom: 400 };
    expect(placeList(field(250), 300, keyboard)).toEqual({ top: 8, maxHeight: 242 });
    expect(placeList(field(100), 300, keyboard)).toEqual({ top: 144, maxHeight: 248 });
  });
});

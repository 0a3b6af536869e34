import { describe, expect, it } from 'vitest';
import { readNumber } from '../../../server/hl7v2/read-number';
import { toUcum } from '../../../server/hl7v2/ucum';

describe('readNumber', () => {
  it.each([
    ['6.90', 6.9, null],
    ['6', 6, null],
    ['.5', 0.5, null],
    ['-2.0', -2, null],
    ['+3', 3, null],
    ['1e3', 1000, null],
    ['<0.5', 0.5, '<'],
    ['< 0.5', 0.5, '<'],
    ['<=10', 10, '<='],
    ['>=10', 10, '>='],
    ['>1000', 1000, '>'],
    ['≤ 4', 4, '<='],
    ['≥4', 4, '>='],
    [' 7 ', 7, null],
  ])('reads %j as %d with comparator %j', (text, number, comparator) => {
    expect(readNumber(text)).toEqual({ number, comparator });
  });

  it.each([
    [''],
    [null],
    ['Negative'],
    ['1:80'],
    ['1,234'],
    ['1,5'],
    ['3-5'],
    ['5 mg'],
    ['<'],
    ['<>3'],
    ['NaN'],
    ['Infinity'],
    ['1e999'],
    ['0x10'],
    ['٣'],
    ['--1'],
    ['1 2'],
    ['=5'],
  ])('reads no number from %j', (text) => expect(readNumber(text)).toBeNull());
});

describe('toUcum', () => {
  it.each([
    ['mg/dL', 'mg/dL'],
    ['K/uL', '10*3/uL'],
    ['ng/dl', 'ng/dL'],
    ['#/mm3', '/uL'],
    ['pH', '[pH]'],
    // Ambiguous or meaningless names.
    ['EU/DL SEMI', null],
    ['units', null],
    ['constructor', null],
    ['toString', null],
    ['', null],
    [null, null],
  ])('%j → %j', (unit, ucum) => expect(toUcum(unit)).toBe(ucum));
});

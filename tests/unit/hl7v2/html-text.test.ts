import { describe, expect, it } from 'vitest';
import { htmlText } from '../../../server/hl7v2/html-text';

describe('text of an HTML report', () => {
  it.each([
    ['<p>Potassium 6.9 &amp; rising</p>', 'Potassium 6.9 & rising'],
    [
      '<html><head><title>Report</title></head><body><h1>A</h1>one<br/>two</body></html>',
      'Report\n\nA\none\ntwo',
    ],
    ['<table><tr><th>K</th><td>6.9</td></tr><tr><td>Na</td><td>140</td></tr></table>', 'K\t6.9\n\nNa\t140'],
    ['<ul><li>a</li><li>b</li></ul>', '- a\n\n- b'],
    ['<!-- note --><p>a</p>', 'a'],
    // The HTML standard parses these as text.
    ['<p>K < 3.5 and > 2, <3</p>', 'K < 3.5 and > 2, <3'],
    ['10<sup>9</sup>/L, H<sub>2</sub>O', '10^9/L, H2O'],
    ['&lt;5 &#181;mol/L &#xB5;g &unknown; &nbsp;5 &#0; a & b', '<5 µmol/L µg &unknown;  5 &#0; a & b'],
    ['<p title="a > b">c</p>', 'c'],
    ['<style>p { margin: 0; background-color: white }</style><p style="margin:0">a</p>', 'a'],
    ['<b>HIGH</b>   \n 5', 'HIGH 5'],
    ['see <img src="https://lab.example/x.png"> here', 'see [image] here'],
  ])('%j', (source, text) => {
    expect(htmlText(source)).toBe(text);
  });

  it.each([
    '<p>4.9 <del>6.9</del></p>',
    '<p><s>6.9</s></p>',
    '<p style="display:none">6.9</p>',
    '<p hidden>6.9</p>',
    '<span style="text-decoration: line-through">6.9</span>',
    '<p style="color:#fff">6.9</p>',
    '<style>.x { visibility: hidden }</style><p class="x">6.9</p>',
    '<script>document.write("6.9")</script>',
    '<iframe src="x"></iframe>',
    '<svg><text>6.9</text></svg>',
    '<p>cut <b',
    '<!-- never closed',
  ])('excludes %s', (source) => {
    expect(htmlText(source)).toBeNull();
  });

  it('is read in linear time', () => {
    const start = performance.now();
    for (const piece of ['<a ', '<!--', '<p>', '<style>', '"<b', '&#1;', '<'])
      htmlText(piece.repeat(200_000 / piece.length));
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});

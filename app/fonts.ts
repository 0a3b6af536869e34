import localFont from 'next/font/local';

/**
 * One variable font in two files: digits of equal width, and distinguishable I, l and 1. The ranges exclude the
 * combining marks that both files contain: browsers would build Ễ from Ê and a tilde, and draw the tilde over the next
 * letter, because the files lack anchor points. Letters in neither file use the system font.
 */
export const plex = localFont({
  src: '../node_modules/@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-wght-normal.woff2',
  weight: '100 700',
  style: 'normal',
  // Never swapped while a page is read: a font that loads late is used on the next page (docs/decisions/0025).
  display: 'optional',
  preload: true,
  variable: '--font-plex',
  adjustFontFallback: 'Arial',
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
    },
  ],
});

export const plexVietnamese = localFont({
  src: '../node_modules/@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-vietnamese-wght-normal.woff2',
  weight: '100 700',
  style: 'normal',
  display: 'optional',
  preload: true,
  variable: '--font-plex-vietnamese',
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value: 'U+0102-0103,U+0110-0111,U+0128-0129,U+0168-0169,U+01A0-01A1,U+01AF-01B0,U+1EA0-1EF9,U+20AB',
    },
  ],
});

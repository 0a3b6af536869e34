import localFont from 'next/font/local';

/** One variable file, Latin only: digits of equal width, and I, l and 1 differ. */
export const plex = localFont({
  src: '../node_modules/@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-wght-normal.woff2',
  weight: '100 700',
  style: 'normal',
  // Never changed under a page that is read: what came too late is there for the next one (docs/decisions/0025).
  display: 'optional',
  preload: true,
  variable: '--font-plex',
  adjustFontFallback: 'Arial',
});

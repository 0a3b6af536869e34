import { readFileSync } from 'node:fs';
import path from 'node:path';
import { preload } from 'react-dom';

const MANIFEST = '.next/server/next-font-manifest.json';

let files: readonly string[] | undefined;

/**
 * Next preloads the fonts of pages, but not of `app/not-found.tsx`, where they would come too late to be used. Without
 * the manifest, as in development, nothing is preloaded.
 */
export function preloadFonts(): void {
  for (const file of (files ??= filesOfBuild()))
    preload(`/_next/${file}`, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' });
}

function filesOfBuild(): string[] {
  try {
    const text = readFileSync(path.join(process.cwd(), MANIFEST), 'utf8');
    const { app } = JSON.parse(text) as { app: Record<string, string[]> };
    return [...new Set(Object.values(app).flat())];
  } catch {
    return [];
  }
}

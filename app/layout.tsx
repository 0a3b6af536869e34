import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { EarlySubmit } from '@/components/shell/early-submit';
import { PRODUCT_NAME } from '@/components/ui/product-name';
import { plex, plexVietnamese } from './fonts';
import './globals.css';

export const metadata: Metadata = {
  title: { template: `%s · ${PRODUCT_NAME}`, default: PRODUCT_NAME },
  description: 'Patients, laboratory results and clinical documents for the people who care for them.',
  robots: { index: false, follow: false },
  formatDetection: { telephone: false, date: false, address: false, email: false },
};

export const viewport: Viewport = { width: 'device-width', initialScale: 1, themeColor: '#14201d' };

/** The last element of every page. */
const END = 'page-end';

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Reading the headers makes every page dynamic: a prerendered page has no nonce, so its scripts are blocked.
  const nonce = (await headers()).get('x-nonce') ?? undefined;
  return (
    <html lang="en" className={`${plex.variable} ${plexVietnamese.variable}`}>
      <head>
        <meta property="csp-nonce" content={nonce} nonce={nonce} />
        {/* Painted only when complete: elements at the end of a row shift those before them. */}
        <link rel="expect" href={`#${END}`} blocking="render" />
        <EarlySubmit nonce={nonce} />
      </head>
      <body>
        {children}
        <template id={END} />
      </body>
    </html>
  );
}

import { llmsText } from '@/components/docs/markdown';
import { env } from '@/server/env';
import { PAGES } from '../docs/pages-of-docs';

/** The documentation for programs that read text: its pages, each with a link to its Markdown. */
export const GET = (): Response =>
  new Response(llmsText(env.PUBLIC_URL, PAGES), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  });
export const dynamic = 'force-dynamic';

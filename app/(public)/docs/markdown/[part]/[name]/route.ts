import { markdownOf } from '@/components/docs/markdown';
import { env } from '@/server/env';
import { PAGES } from '../../../pages-of-docs';

/** A page of the documentation as Markdown, for programs. */
export async function GET(
  _request: Request,
  { params }: { params: Promise<{ part: string; name: string }> },
): Promise<Response> {
  const { part, name } = await params;
  const page = PAGES.find(({ href }) => href === `/docs/${part}/${name}`);
  return page
    ? new Response(markdownOf(page, env.PUBLIC_URL), {
        headers: { 'Content-Type': 'text/markdown; charset=utf-8' },
      })
    : new Response('This page of the documentation does not exist. All pages: /llms.txt\n', {
        status: 404,
        headers: { 'Content-Type': 'text/plain; charset=utf-8' },
      });
}

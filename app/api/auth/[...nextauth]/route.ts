import NextAuth from 'next-auth';
import { nextAuthOptions } from '@/server/auth/next-auth-options';

/** Portal sign-in and sign-out (next-auth's own routes). */
type Handler = (request: Request, context: { params: Promise<{ nextauth: string[] }> }) => Promise<Response>;

const handler: Handler = (request, context) =>
  (NextAuth(nextAuthOptions()) as unknown as Handler)(request, context);

export { handler as GET, handler as POST };

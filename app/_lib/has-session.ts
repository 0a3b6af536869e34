import { cookies } from 'next/headers';
import { sessionCookieName } from '@/server/auth/session-cookie';

/** Whether the browser has a session, which may have ended. Only for links of public pages: reads no database. */
export const hasSession = async (): Promise<boolean> => (await cookies()).has(sessionCookieName());

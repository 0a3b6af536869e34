import { redirect } from 'next/navigation';

/** The address to which an identity provider returns after a logout: some compare it without a query. */
export default function SignedOutPage(): never {
  redirect('/sign-in?signed_out=1');
}

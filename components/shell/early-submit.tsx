'use client';
/**
 * Holds a submit before hydration, such as Enter after a password manager filled the form, and repeats it after. The
 * browser would post the form to a page without a handler and lose the input. Applies to `method="post"` without `action`.
 */
import { useEffect } from 'react';

interface Kept {
  form: HTMLFormElement | null;
  submitter: HTMLElement | null;
  keep(event: SubmitEvent): void;
}

declare global {
  interface Window {
    earlySubmit?: Kept;
  }
}

const SCRIPT = `addEventListener('submit',(window.earlySubmit={form:null,submitter:null,keep(event){
const form=event.target;
if(form.method!=='post'||form.hasAttribute('action'))return;
event.preventDefault();
event.stopImmediatePropagation();
earlySubmit.form=form;
earlySubmit.submitter=event.submitter;
form.setAttribute('aria-busy','true')
}}).keep,true)`;

export function EarlySubmit({ nonce }: { nonce: string | undefined }) {
  useEffect(() => {
    const early = window.earlySubmit;
    if (!early) return;
    delete window.earlySubmit;
    window.removeEventListener('submit', early.keep, true);
    const { form, submitter } = early;
    form?.removeAttribute('aria-busy');
    if (form?.isConnected) form.requestSubmit(submitter);
  }, []);
  // React would escape the quotes of a script that is its text. The nonce is taken out of the document by the browser.
  // oxlint-disable-next-line project/no-raw-html -- the constant above, without input
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: SCRIPT }} />;
}

/** One file on its way: XMLHttpRequest, because fetch cannot report how much of a body has been sent. */
import type { Upload } from '@/server/domain/documents/upload-contract';
import { pageHeaders, tellRefusal } from '../client/page-headers';
import { uploadBegins } from '../shell/session/uploads';
import type { Problem } from '../ui/error-message';
import { CANCELLED, type RunningUpload, type Sending } from './upload-queue';

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What a proxy before the server says, who knows no problem documents; a server that starts again is worth another try. */
const codeOf = (status: number): string =>
  status === 413 ? 'payload_too_large' : [502, 503, 504].includes(status) ? 'unavailable' : 'internal_error';

const UNREADABLE: Problem = { code: 'file_unreadable' };

/** Browsers say no more than that it did not work: one that was changed or moved meanwhile cannot be read any more. */
const causeOf = (file: File): Promise<Problem> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => ({ code: 'network' }),
      () => UNREADABLE,
    );

/**
 * Sends it into the holding area, for this patient and no other, with the checksum that it had when it was chosen: browsers
 * do not notice every change of a file on the disk.
 */
export function sendFile(
  file: File,
  { patientId, sha256 }: Sending,
  onProgress: (sent: number) => void,
): RunningUpload {
  const request = new XMLHttpRequest();
  let cancel = () => {};
  const done = new Promise<Upload>((resolve, reject) => {
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(event.loaded);
    };
    request.onerror = () => void causeOf(file).then(reject);
    request.onabort = () => reject(CANCELLED);
    request.onload = () => {
      const body = parse(request.responseText);
      if (request.status === 401 || request.status === 409) tellRefusal((body ?? { code: '' }) as Problem);
      if (request.status === 201) resolve(body as Upload);
      else reject(body ?? ({ code: codeOf(request.status) } satisfies Problem));
    };
    let isCancelled = false;
    cancel = () => {
      isCancelled = true;
      // One that was not sent yet tells nobody that it is aborted.
      reject(CANCELLED);
      request.abort();
    };
    const post = (digest: string | null) => {
      if (isCancelled) return;
      const form = new FormData();
      // The patient first: the server judges that before it reads a byte of the file.
      form.append('metadata', JSON.stringify({ patient_id: patientId, sha256: digest }));
      form.append('file', file, file.name);
      request.open('POST', '/api/portal/documents/uploads');
      for (const [name, value] of Object.entries(pageHeaders())) request.setRequestHeader(name, value);
      request.send(form);
    };
    sha256.then(post, () => reject(UNREADABLE)).catch(reject);
  });
  const ended = uploadBegins();
  void done.then(ended, ended);
  return { done, cancel };
}

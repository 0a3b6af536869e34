/** Uploads one file by XMLHttpRequest, because fetch reports no upload progress. */
import type { Upload } from '@/server/domain/documents/upload-contract';
import { pageHeaders, reportProblem } from '../client/page-headers';
import { uploadBegins } from '../shell/session/uploads';
import type { Problem } from '../ui/error-message';
import type { RunningUpload, Sending } from './upload-ports';
import { CANCELED } from './upload-queue';

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** For responses of a proxy, which are not problem documents. A restarting server is retried. */
const codeOf = (status: number): string =>
  status === 413 ? 'payload_too_large' : [502, 503, 504].includes(status) ? 'unavailable' : 'internal_error';

const UNREADABLE: Problem = { code: 'file_unreadable' };

/** Browsers do not report the cause: a file that was changed or moved can no longer be read. */
const causeOf = (file: File): Promise<Problem> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => ({ code: 'network' }),
      () => UNREADABLE,
    );

/**
 * Uploads the file to the holding area of one patient, with the checksum from when it was chosen: browsers do not notice
 * every change on disk.
 */
export function sendFile(
  file: File,
  { patientId, sha256 }: Sending,
  onProgress: (sent: number) => void,
): RunningUpload {
  const request = new XMLHttpRequest();
  let cancel = () => {};
  let isSent = false;
  let isCancelled = false;
  const done = new Promise<Upload>((resolve, reject) => {
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(event.loaded);
    };
    request.upload.onload = () => (isSent = true);
    request.onerror = () => void causeOf(file).then(reject);
    request.onabort = () => reject(CANCELED);
    request.onload = () => {
      const body = parse(request.responseText);
      if (!isCancelled && (request.status === 401 || request.status === 409))
        reportProblem((body ?? { code: '' }) as Problem);
      if (request.status === 201) resolve(body as Upload);
      else reject(body ?? ({ code: codeOf(request.status) } satisfies Problem));
    };
    cancel = () => {
      isCancelled = true;
      // The server stores it now: its ID is needed to discard it.
      if (isSent) return;
      // Before `send` there is no abort event.
      reject(CANCELED);
      request.abort();
    };
    const post = (digest: string | null) => {
      if (isCancelled) return;
      const form = new FormData();
      // First, so that the server checks access to the patient before it reads the file.
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

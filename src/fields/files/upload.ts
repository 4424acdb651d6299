import { defaultMessage } from '#console/data/http/failures.ts';
import { handleFailedCall, requestHeaders, toRequestError } from '#console/data/http/http.ts';
import { waitForServer } from '#console/data/http/online.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { text } from '#i18n/console-text.ts';
import { decodeUpload } from '#resources/protocol/news/attachment-answers.ts';
import { ATTACHMENTS_PATH } from '#resources/protocol/paths/files.ts';

/** Timeout without upload progress or response, ms. */
const STALL_TIMEOUT_MS = 60_000;

/** An uploaded file as returned by the server. */
export interface Uploaded {
  id: number;
  previewUrl: string | null;
  /** URL to open the file; null if the server does not send one. */
  url: string | null;
}

/**
 * Uploads one file (ATT-01, ATT-02) with XMLHttpRequest, because fetch reports no upload progress.
 * @param onProgress uploaded share, 0…1
 * @throws RequestError, also for a response other than 201 with a list; AbortError when aborted
 */
export function upload(file: File, onProgress: (share: number) => void, signal: AbortSignal): Promise<Uploaded> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    const body = new FormData();
    body.append('attachments', file, file.name);
    const abort = () => call.abort();
    const fail = (error: RequestError) => {
      handleFailedCall(error, {});
      reject(error);
    };
    signal.addEventListener('abort', abort, { once: true });
    let isTimedOut = false;
    const onTimeout = () => {
      isTimedOut = true;
      call.abort();
    };
    let stallTimer = setTimeout(onTimeout, STALL_TIMEOUT_MS);
    call.upload.addEventListener('progress', ({ loaded: sentBytes, total }) => {
      clearTimeout(stallTimer);
      stallTimer = setTimeout(onTimeout, STALL_TIMEOUT_MS);
      onProgress(total > 0 ? sentBytes / total : 0);
    });
    call.addEventListener('loadend', () => {
      clearTimeout(stallTimer);
      signal.removeEventListener('abort', abort);
    });
    call.addEventListener('abort', () => {
      if (!isTimedOut) return reject(new DOMException('The upload was given up', 'AbortError'));
      void waitForServer();
      const detail = text('engine.late');
      fail(new RequestError(detail, 0, { detail }, ATTACHMENTS_PATH, null));
    });
    call.addEventListener('error', () => fail(new RequestError(defaultMessage(), 0, null, ATTACHMENTS_PATH, null)));
    call.addEventListener('load', () => {
      const done = call.status === 201 ? decodeUpload(call.response) : null;
      if (done) resolve({ id: done.id, previewUrl: done.preview_url, url: done.url });
      else fail(toRequestError(ATTACHMENTS_PATH, call.status, responseHeaders(call), call.response));
    });
    call.open('POST', ATTACHMENTS_PATH);
    call.responseType = 'json';
    for (const [name, value] of requestHeaders({ body })) call.setRequestHeader(name, value);
    call.send(body);
  });
}

function responseHeaders(call: XMLHttpRequest): Headers {
  const id = call.getResponseHeader('x-request-id');
  return new Headers(id ? { 'x-request-id': id } : {});
}

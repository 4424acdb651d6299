import type { Resource } from '#resources/language/define-resource.ts';
import { reportFailure } from '../http/failures.ts';
import type { RequestOptions } from '../http/http.ts';
import { RequestError, tellRefusedFiles } from '../http/request-error.ts';
import { fieldErrors, type WireRecord } from './wire.ts';

/** Whether a call says which version of the record was edited, and may be refused because of it. */
function namesVersion({ api }: Resource, sent: WireRecord): boolean {
  return api.version !== undefined && sent[api.version] !== undefined;
}

/**
 * Makes a saving call. A 400 that names fields of the form is told at the fields, what it says
 * besides goes into the global alert (G-38); any other failure goes into the alert alone, but a 409 to a call that names a version:
 * its caller handles that.
 * @param call makes the call with the given `report`
 * @param body what is saved
 * @throws RequestError with `body.errors`, messages by form field
 */
export async function reportSave<Result>(
  resource: Resource,
  call: (report: RequestOptions['report']) => Promise<Result>,
  body: WireRecord = {},
): Promise<Result> {
  try {
    const versioned = namesVersion(resource, body);
    return await call(({ status }) => status !== 400 && !(versioned && status === 409));
  } catch (error) {
    if (!(error instanceof RequestError) || error.status !== 400) throw error;
    const { errors, rest } = fieldErrors(resource, error.body);
    tellRefusedFiles(error.body);
    if (Object.keys(errors).length === 0) {
      reportFailure(error);
      throw error;
    }
    if (rest) reportFailure(error, rest);
    throw new RequestError(error.message, 400, { ...error.body, errors }, error.path, error.requestId);
  }
}

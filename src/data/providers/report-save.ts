import type { Resource } from '#resources/language/define-resource.ts';
import { reportFailure } from '../http/failures.ts';
import type { RequestOptions } from '../http/http.ts';
import { notifyRefusedFiles, RequestError } from '../http/request-error.ts';
import { fieldErrors, type WireRecord } from './wire.ts';

/** Whether a call contains the version of the edited record, so that it may be refused as outdated. */
function hasVersion({ api }: Resource, sent: WireRecord): boolean {
  return api.version !== undefined && sent[api.version] !== undefined;
}

/**
 * Makes a saving call and reports failures. Of a 400 the field errors are shown at the fields and the rest in the global alert
 * (G-38); any other failure goes to the alert, except a 409 to a call with a version, which the caller handles.
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
    const isVersioned = hasVersion(resource, body);
    return await call(({ status }) => status !== 400 && !(isVersioned && status === 409));
  } catch (error) {
    if (!(error instanceof RequestError) || error.status !== 400) throw error;
    const { errors, rest } = fieldErrors(resource, error.body);
    notifyRefusedFiles(error.body);
    if (Object.keys(errors).length === 0) {
      reportFailure(error);
      throw error;
    }
    if (rest) reportFailure(error, rest);
    throw new RequestError(error.message, 400, { ...error.body, errors }, error.path, error.requestId);
  }
}

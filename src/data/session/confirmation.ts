import type { RequestError } from '../http/request-error.ts';

/** Asks the person for the password. @returns whether it was right; false where they gave up */
type Ask = () => Promise<boolean>;

let ask: Ask | null = null;
let asking: Promise<boolean> | null = null;

/** Sets the dialog that asks for the password; returns how to stop. */
export function askPasswordBy(by: Ask): () => void {
  ask = by;
  return () => {
    if (ask === by) ask = null;
  };
}

/** Whether a call was refused until the password is typed again (`CONFIRM_PASSWORD` of the server). */
export const needsPassword = ({ status, body }: RequestError): boolean =>
  status === 403 && body?.code === 'confirm_needed';

/** Has the password typed; of several calls at once one asks. @returns whether the call may be made again */
export async function confirmPassword(): Promise<boolean> {
  if (!ask) return false;
  asking ??= ask().finally(() => {
    asking = null;
  });
  return asking;
}

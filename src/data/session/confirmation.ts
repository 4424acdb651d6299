import type { RequestError } from '../http/request-error.ts';

/**
 * Asks for the password.
 * @returns whether it was correct; false if cancelled
 */
type AskPassword = () => Promise<boolean>;

let passwordDialog: AskPassword | null = null;
let pendingAnswer: Promise<boolean> | null = null;

/** Registers the password dialog; returns the unregister function. */
export function setPasswordDialog(dialog: AskPassword): () => void {
  passwordDialog = dialog;
  return () => {
    if (passwordDialog === dialog) passwordDialog = null;
  };
}

/** Whether a call was refused until the password is confirmed (`CONFIRM_PASSWORD` of the server). */
export const needsPassword = ({ status, body }: RequestError): boolean =>
  status === 403 && body?.code === 'confirm_needed';

/**
 * Asks for the password; concurrent calls share one dialog.
 * @returns whether the call may be repeated
 */
export async function confirmPassword(): Promise<boolean> {
  if (!passwordDialog) return false;
  pendingAnswer ??= passwordDialog().finally(() => {
    pendingAnswer = null;
  });
  return pendingAnswer;
}

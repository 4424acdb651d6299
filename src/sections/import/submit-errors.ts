import { answerMessage, defaultMessage, sentences } from '#console/data/http/failures.ts';
import type { WorkerTaskFailed } from '#console/engine/import/worker-client.ts';
import { text } from '#i18n/console-text.ts';
import { importCode } from '#resources/protocol/import/import.ts';

/** Form messages for the server's own codes (IMPORT-24). */
const MESSAGES_BY_CODE: Readonly<Record<string, string>> = {
  conflict: 'conflict',
  too_large: 'too_large',
  no_right: 'no_right',
  malformed: 'malformed',
  no_building: 'building',
  not_found: 'building',
  unavailable: 'unavailable',
  bad_gateway: 'unavailable',
  gateway_timeout: 'unavailable',
};

/** Text of a message that is a row error code, which some servers send instead of a sentence; else null. */
function rowCodeText(message: string): string | null {
  const read = importCode.safeParse(message.trim());
  return read.success ? text(`import.hint.${read.data}`) : null;
}

/**
 * Error text of a failed submission: translated if the code or message is known, else the server's message unchanged (IMPORT-24,
 * IMPORT-25).
 */
export function submitError({ failure, message }: WorkerTaskFailed): string {
  if (failure.kind === 'unforeseen') return defaultMessage();
  if (failure.kind !== 'server') return message;
  if (failure.status === 0) return text('import.submit.offline');
  const body = failure.json as Record<string, unknown> | null;
  const messageKey = typeof body?.code === 'string' ? MESSAGES_BY_CODE[body.code] : undefined;
  if (messageKey) return text(`import.submit.${messageKey}`);
  const { request_id: _, code: __, ...fields } = body ?? {};
  const serverMessage = (answerMessage(body) ?? sentences(fields).join('\n')).trim();
  if (serverMessage) {
    return serverMessage
      .split('\n')
      .map((line) => rowCodeText(line) ?? line)
      .join('\n');
  }
  return failure.status >= 500 ? text('import.submit.unavailable') : message;
}

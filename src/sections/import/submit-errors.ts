import { answerMessage, defaultMessage, sentences } from '#console/data/http/failures.ts';
import type { WorkerTaskFailed } from '#console/engine/import/worker-client.ts';
import { text } from '#i18n/console-text.ts';
import { importCode } from '#resources/protocol/import/import.ts';

/** Form messages for the server's own codes (IMPORT-24). */
const BY_CODE: Readonly<Record<string, string>> = {
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

/** A sentence that is one of the codes of rows, as some servers answer it. */
function byRowCode(message: string): string | null {
  const read = importCode.safeParse(message.trim());
  return read.success ? text(`import.hint.${read.data}`) : null;
}

/**
 * What the form says of a failed submission: known codes and messages in its own words, an unknown message as it came
 * (IMPORT-24, IMPORT-25).
 */
export function submitError({ failure, message }: WorkerTaskFailed): string {
  if (failure.kind === 'unforeseen') return defaultMessage();
  if (failure.kind !== 'server') return message;
  if (failure.status === 0) return text('import.submit.offline');
  const body = failure.json as Record<string, unknown> | null;
  const known = typeof body?.code === 'string' ? BY_CODE[body.code] : undefined;
  if (known) return text(`import.submit.${known}`);
  const { request_id: _, code: __, ...fields } = body ?? {};
  const said = (answerMessage(body) ?? sentences(fields).join('\n')).trim();
  if (said) {
    return said
      .split('\n')
      .map((line) => byRowCode(line) ?? line)
      .join('\n');
  }
  return failure.status >= 500 ? text('import.submit.unavailable') : message;
}

import { decodeSignIn } from '#resources/protocol/access/access-answers.ts';
import type { SecondStep } from '#resources/protocol/access/second-factor.ts';
import { decodeSecondStep } from '#resources/protocol/access/second-factor-answers.ts';
import { isWireObject } from '#resources/protocol/open-shapes.ts';
import { SIGN_IN_PATH } from '#resources/protocol/paths/access.ts';

/** Result of a sign-in call. */
export interface SignInAnswer {
  /** HTTP status; 0 when there was no answer. */
  status: number;
  role?: string | null;
  token?: string | null;
  /** Data of the second step, if the server requires one. */
  secondStep?: SecondStep | null;
  /** The parsed response body. */
  body: Readonly<Record<string, unknown>>;
}

/**
 * `POST /api/auth` (AUTH-16, AUTH-17). Never rejects.
 * @param username `+7XXXXXXXXXX`
 */
export async function sendSignIn(username: string, password: string): Promise<SignInAnswer> {
  try {
    const response = await fetch(SIGN_IN_PATH, {
      method: 'POST',
      headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
      body: JSON.stringify({ username, password }),
    });
    const body = parseObject(await response.text());
    return {
      status: response.status,
      ...(response.ok ? { ...decodeSignIn(body), secondStep: decodeSecondStep(body) } : {}),
      body,
    };
  } catch {
    return { status: 0, body: {} };
  }
}

/** Parses a JSON object; an empty one for HTML, broken JSON and any other value. */
function parseObject(text: string): SignInAnswer['body'] {
  try {
    const parsed: unknown = JSON.parse(text);
    return isWireObject(parsed) ? parsed : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

/** Whether phone or password are wrong (AUTH-28, AUTH-29); a blocked account gets a message of its own. */
export function hasWrongCredentials({ status, body }: SignInAnswer): boolean {
  return [400, 401, 403].includes(status) && body.code !== 'suspended';
}

/** The error message of the server, if it sent one (ERR-01, ERR-13). */
export function serverMessage({ body }: SignInAnswer): string | null {
  for (const key of ['error', 'detail', 'details']) {
    const value = body[key];
    if (typeof value === 'string' && value.trim()) return value;
  }
  return null;
}

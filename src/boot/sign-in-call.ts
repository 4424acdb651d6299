import { decodeSignIn } from '#resources/protocol/access/access-answers.ts';
import type { SecondStep } from '#resources/protocol/access/second-factor.ts';
import { decodeSecondStep } from '#resources/protocol/access/second-factor-answers.ts';
import { isWireObject } from '#resources/protocol/open-shapes.ts';
import { SIGN_IN_PATH } from '#resources/protocol/paths/access.ts';

/** Outcome of a sign-in. */
export interface SignInAnswer {
  /** HTTP status; 0 when nothing answered. */
  status: number;
  role?: string | null;
  token?: string | null;
  /** The second step, where one is asked for. */
  second?: SecondStep | null;
  /** The parsed answer. */
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
    const body = recordIn(await response.text());
    return {
      status: response.status,
      ...(response.ok ? { ...decodeSignIn(body), second: decodeSecondStep(body) } : {}),
      body,
    };
  } catch {
    return { status: 0, body: {} };
  }
}

/** The object that an answer is; an empty one for a page, for broken JSON and for anything else. */
function recordIn(text: string): SignInAnswer['body'] {
  try {
    const parsed: unknown = JSON.parse(text);
    return isWireObject(parsed) ? parsed : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

/** Whether the answer says that phone or password are wrong (AUTH-28, AUTH-29); a blocked account has its own sentence. */
export function isRefusal({ status, body }: SignInAnswer): boolean {
  return [400, 401, 403].includes(status) && body.code !== 'suspended';
}

/** The server's own sentence, if it has one (ERR-01, ERR-13). */
export function answerSentence({ body }: SignInAnswer): string | null {
  for (const key of ['error', 'detail', 'details']) {
    const value = body[key];
    if (typeof value === 'string' && value.trim()) return value;
  }
  return null;
}

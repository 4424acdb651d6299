import { typeset } from '#i18n/typeset.ts';
import type { TaskCard } from '#resources/protocol/requests/tasks.ts';
import { partTexts } from '#resources/rules/requests/place-text.ts';

type Translate = (key: string, params?: Record<string, unknown>) => string;

/** Where in its building a request is: «под. 1», «эт. 6». */
function placeParts({ target, creator, caller }: TaskCard, translate: Translate): string[] {
  const { porches } = target;
  // A resident's own request about an entrance is not about the flat; one that staff made of their words is from it.
  const unit = porches.length === 0 ? (caller ?? creator).unit : porches.length === 1 ? caller?.unit : null;
  return [...partTexts(target, translate), unit ? translate('tasks.place.unit', { label: unit }) : ''];
}

const joinParts = (parts: readonly string[]) => typeset(parts.filter(Boolean).join(', '));

/** Where a request is, without the building number: «ул. Лесная», which may be cut, and «под. 1, эт. 6», which may not. */
export function placeTexts(request: TaskCard, translate: Translate): { street: string; parts: string } {
  const parts = joinParts(placeParts(request, translate));
  const street = typeset(request.target.street);
  return { street: street && parts ? `${street},` : street, parts };
}

/** The same as one line. */
export function placeText(request: TaskCard, translate: Translate): string {
  const { street, parts } = placeTexts(request, translate);
  return [street, parts].filter(Boolean).join(' ');
}

/** The same with the building number, as one line: «ул. Лесная, 12, под. 1». */
export const addressText = (request: TaskCard, translate: Translate): string =>
  joinParts([request.target.street, request.target.number, ...placeParts(request, translate)]);

/** Where a request is opened: on the board, or in a tab of its own. */
export const requestPath = (id: number): string => `/tasks?id=${id}`;

/** Opens a request in a tab of its own. */
export const openInTab = (id: number): void => {
  globalThis.open(requestPath(id), '_blank', 'noopener');
};

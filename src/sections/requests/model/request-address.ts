import { typeset } from '#i18n/typeset.ts';
import type { TaskCard } from '#resources/protocol/requests/tasks.ts';
import { formatPlaceParts } from '#resources/rules/requests/place-text.ts';

type Translate = (key: string, params?: Record<string, unknown>) => string;

/** Location of a request inside its building: «под. 1», «эт. 6», «кв. 12». */
function placeParts({ target, creator, caller }: TaskCard, translate: Translate): string[] {
  const { porches } = target;
  // The flat is shown for a whole building; for one entrance only if staff created the request for a resident (`caller`).
  const unit = porches.length === 0 ? (caller ?? creator).unit : porches.length === 1 ? caller?.unit : null;
  return [...formatPlaceParts(target, translate), unit ? translate('tasks.place.unit', { label: unit }) : ''];
}

const joinParts = (parts: readonly string[]) => typeset(parts.filter(Boolean).join(', '));

/** Location without the building number: the street may be truncated on a card, the parts («под. 1, эт. 6») may not. */
export function placeTexts(request: TaskCard, translate: Translate): { street: string; parts: string } {
  const parts = joinParts(placeParts(request, translate));
  const street = typeset(request.target.street);
  return { street: street && parts ? `${street},` : street, parts };
}

/** Location of a request without the building number, as one line. */
export function placeText(request: TaskCard, translate: Translate): string {
  const { street, parts } = placeTexts(request, translate);
  return [street, parts].filter(Boolean).join(' ');
}

/** Full address of a request, as one line: «ул. Лесная, 12, под. 1». */
export const addressText = (request: TaskCard, translate: Translate): string =>
  joinParts([request.target.street, request.target.number, ...placeParts(request, translate)]);

/** Path of the board with the details of a request open. */
export const requestPath = (id: number): string => `/tasks?id=${id}`;

/** Opens a request in a new browser tab. */
export const openInTab = (id: number): void => {
  globalThis.open(requestPath(id), '_blank', 'noopener');
};

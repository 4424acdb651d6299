/** Page with the setup steps for a company with an empty database. */
export const FIRST_STEPS_PAGE = '/first-steps';

/** Link to a flat with its residents: the resident search with its card open. */
export function unitLink({ building, unit, label }: { building: number; unit: number; label: string }): string {
  return `/residents?buildings_id=${building}&unit_entry=${encodeURIComponent(label)}&unit=${unit}`;
}

/**
 * Link to all requests of the residents of a unit.
 * @param label «кв. 48»
 */
export const unitRequestsLink = ({ unit, label }: { unit: number; label: string }): string =>
  `/tasks?view=list&unit=${unit}&flat=${encodeURIComponent(label)}`;

/** Link to all requests of a resident. */
export const personRequestsLink = (person: number): string => `/tasks?view=list&person=${person}`;

/** Link to the requests of a performer in the last month. */
export const performerRequestsLink = (user: number): string => `/tasks?view=list&period=month&performer=${user}`;

/** Link to the readings of a flat: its card, next to all flats with that number if the server can search by it. */
export function unitReadingsLink({
  unit,
  label,
  isSearched,
}: {
  unit: number;
  label: string;
  isSearched: boolean;
}): string {
  const filter = encodeURIComponent(JSON.stringify({ flat_number: label }));
  return `/readings?${isSearched ? `filter=${filter}&` : ''}id=${unit}`;
}

/**
 * Link to the announcements for a unit.
 * @param label «кв. 48»
 */
export const unitNewsLink = ({ unit, label }: { unit: number; label: string }): string =>
  `/news?filter=${encodeURIComponent(JSON.stringify({ unit }))}&flat=${encodeURIComponent(label)}`;

/** Link to one announcement, independent of the checked buildings. */
export const newsLink = (id: number): string => `/news?filter=${encodeURIComponent(JSON.stringify({ id }))}`;

/** Link to the enlarged view of a camera, independent of the checked buildings. */
export const cameraViewLink = (id: number): string => `/cameras?large=${id}`;

/**
 * Link to the chat with a person.
 * @param chat `usr…`
 */
export const chatLink = (chat: string): string => `/chats?chat_id=${encodeURIComponent(chat)}`;

/**
 * Link to a message in its chat.
 * @param topic topic name of the chat
 */
export function messageLink({ topic, seq }: { topic: string; seq: number }): string {
  return `/chats?chat_id=${encodeURIComponent(topic)}&message=${seq}`;
}

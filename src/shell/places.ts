/** The page of what a company with an empty database has to set up. */
export const FIRST_STEPS_PAGE = '/first-steps';

/** Where a flat is shown with its residents: the search of residents, its card open. */
export function unitPlace({ building, unit, label }: { building: number; unit: number; label: string }): string {
  return `/residents?buildings_id=${building}&unit_entry=${encodeURIComponent(label)}&unit=${unit}`;
}

/** Where all requests of the residents of a unit are listed. @param label «кв. 48» */
export const unitRequestsPlace = ({ unit, label }: { unit: number; label: string }): string =>
  `/tasks?view=list&unit=${unit}&flat=${encodeURIComponent(label)}`;

/** Where the requests of a resident are listed, of all times. */
export const personRequestsPlace = (person: number): string => `/tasks?view=list&person=${person}`;

/** Where the requests that an employee performs are listed, of the last month. */
export const performerRequestsPlace = (user: number): string => `/tasks?view=list&period=month&performer=${user}`;

/** Where the readings of a flat are shown: its card, beside the flats of that number where the server searches by it. */
export function unitReadingsPlace({
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

/** Where the announcements for a unit are listed. @param label «кв. 48» */
export const unitNewsPlace = ({ unit, label }: { unit: number; label: string }): string =>
  `/news?filter=${encodeURIComponent(JSON.stringify({ unit }))}&flat=${encodeURIComponent(label)}`;

/** Where one announcement is shown, whichever buildings are checked. */
export const newsPlace = (id: number): string => `/news?filter=${encodeURIComponent(JSON.stringify({ id }))}`;

/** Where one camera is shown large, whichever buildings are checked. */
export const cameraPlace = (id: number): string => `/cameras?large=${id}`;

/** The chat with a person. @param chat `usr…` */
export const chatPlace = (chat: string): string => `/chats?chat_id=${encodeURIComponent(chat)}`;

/** Where a message stands: its chat, opened at it. @param topic name of the chat on its wire */
export function messagePlace({ topic, seq }: { topic: string; seq: number }): string {
  return `/chats?chat_id=${encodeURIComponent(topic)}&message=${seq}`;
}

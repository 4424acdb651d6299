/** Buttons of the paginator (B§9, RES-13). */
const MOST = 5;

/** The numbers of up to five pages around the present one. */
export function pageNumbers(page: number, last: number): number[] {
  const count = Math.min(MOST, last);
  const first = Math.min(Math.max(1, page - Math.floor(MOST / 2)), last - count + 1);
  return Array.from({ length: count }, (_, at) => first + at);
}

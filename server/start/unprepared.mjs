/** Stops the preparation; `message` is a sentence for whoever started. */
export class Unprepared extends Error {
  name = 'Unprepared';
}

/** Stops the preparation of a start; `message` is a sentence for the operator. */
export class Unprepared extends Error {
  name = 'Unprepared';
}

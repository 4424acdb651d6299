/** Stops the preparation; `message` is a sentence for the operator. */
export class Unprepared extends Error {
  name = 'Unprepared';
}

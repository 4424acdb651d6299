/** Asked between the portions of long work: whether the server stops, so that the rest is left to the next start. */
export type IsStopping = () => boolean;

/** Of work that is done to its end. */
export const neverStops: IsStopping = () => false;

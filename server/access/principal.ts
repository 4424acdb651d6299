/** Who asks, by id: all that the conditions of reach (`scope.ts`) need of a reader. */
export interface Principal {
  readonly user: number;
}

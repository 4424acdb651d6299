/** How the process ends, for whatever supervises it (`docs/integrator.md`, "Supervision"). */
export const EXIT = {
  /** It was asked to stop. */
  stopped: 0,
  /** It could not start, or failed in an unforeseen way. */
  failed: 1,
  /** The embedded database can no longer be used. EX_IOERR of sysexits.h. */
  databaseDied: 74,
  /** A newer version of the product has changed the database: this one would damage what it does not know. */
  schemaNewer: 76,
  /** It was asked to stop a second time while it was stopping. */
  interrupted: 130,
} as const;

/** Exit codes for process supervisors (`docs/integrator.md`, "Supervision"). */
export const EXIT = {
  /** A requested stop finished. */
  stopped: 0,
  /** Startup failed, or an unexpected error occurred. */
  failed: 1,
  /** The embedded database has failed and cannot be used; EX_IOERR of sysexits.h. */
  databaseDied: 74,
  /** A newer version has migrated the database; this version could damage data that it does not know. */
  schemaNewer: 76,
  /** A second stop signal arrived while stopping. */
  interrupted: 130,
} as const;

/**
 * The constants of the specification, each with its source; “ours” marks limits that the specification does not name. Sizes in
 * bytes, times in milliseconds, lengths in characters, distances in CSS pixels unless the name says otherwise.
 */

/** Texts (CONST-06). */
export const TEXT = {
  newsTitle: { min: 8, max: 100 },
  newsContent: { min: 20, max: 400 },
  personName: { min: 1, max: 60 },
  /** Short name of a managing company; ours. */
  companyName: { min: 1, max: 60 },
  /** Name of a camera (CAM-13). */
  cameraName: { min: 3, max: 60 },
  /** Description of a request (G-16). */
  taskDescription: { min: 3, max: 400 },
  /** Flat number in a search. */
  flatNumber: { min: 1, max: 20 },
  /** Search text; ours. */
  search: { max: 100 },
  /** Name of a chat group, or of a person in the chat. */
  chatName: { min: 1, max: 60 },
  password: { min: 8, max: 128 },
} as const;

/** Counts (CONST-06). */
export const COUNT = {
  newsFlatsMin: 3,
  codeDigits: 6,
  meterDigits: 6,
  submissionDayMax: 28,
  residentUnitsMax: 10,
} as const;

/** Upload sizes (CONST-05). */
export const BYTES = {
  attachment: 6_292_000,
  avatar: 7_168_000,
  chatFile: 8_388_608,
  /** Largest request body, uploads excepted; ours, embedded.md "too large bodies". */
  json: 1_048_576,
} as const;

/** JSON request bodies; ours. */
export const BODY = {
  /** Number of values; the console's largest bodies are lists of 10,000 ids. */
  items: 50_000,
  /** Nesting depth of objects and lists. */
  depth: 32,
} as const;

/** Buildings created in the console; ours. */
export const BUILDING = {
  entrances: 40,
  floors: 100,
  /** The lowest floor: basements are below 0. */
  lowestFloor: -5,
  /** Flats of an entrance on one floor. */
  flatsPerFloor: 50,
  /** Flats and other units of one building. */
  units: 5_000,
  /** Highest flat number. */
  flatNumber: 99_999,
  street: 100,
  houseNumber: 20,
  complex: 60,
  /** Length of a list of exceptions. */
  exceptions: 2_000,
  /** Rows of offices, storage rooms and parking places. */
  otherUnits: 200,
  /** Length of the database column. */
  unitLabel: 60,
} as const;

/** Query strings; ours. */
export const QUERY = {
  /** Parameters of a request; repeated ones count each time. */
  parameters: 1_000,
  /** Fields of a `filter`, and values per field. */
  filterFields: 50,
  filterValues: 1_000,
  /** Length of one value of a `filter`. */
  filterText: 1_000,
} as const;

/** Bulk changes of records; ours. */
export const BULK = {
  /** Records per request: its transaction blocks other writers of the section for about a second on a slow machine. */
  perCall: 50,
  /** Records that the console changes at once, in several requests. */
  selected: 200,
} as const;

/** Most records that deleting one record may delete along with it or remove references from; ours. */
export const LINKED_RECORDS_MAX = 1_000;

/** Import of residents (import.md); ours, with room for `rows` that have names of 60 letters. */
export const IMPORT = {
  rows: 100_000,
  /** Rows per submit request; longer lists are sent in several requests. */
  rowsPerCall: 1_000,
  /** Columns that are read; the rest of the file is ignored. */
  columns: 256,
  /** Cells of a file, including empty ones between others. */
  cells: 2_000_000,
  /** Length of a cell, as in Excel. */
  cell: 32_767,
  /** Total length of all cells of a file. */
  characters: 64_000_000,
  /** Largest file that the console accepts, bytes; above `BYTES.attachment` it is checked in several requests. */
  file: 60_000_000,
  /** Largest body of a submit request, bytes; fits a whole list. */
  submission: 50_331_648,
} as const;

/** Definitions of added sections; ours. */
export const DEFINITION = {
  /** Largest file, bytes. */
  bytes: 524_288,
  fields: 500,
  /** Nesting depth of objects and lists. */
  depth: 32,
} as const;

/** Page sizes (CONST-04). */
export const PAGE = {
  news: 20,
  complaints: 322,
  smartSearch: 100,
  meters: 10,
  chatHistory: 24,
  tasksFirst: 30,
  tasksNext: 10,
  /** Default of a paged response when the query has no page size (G-17). */
  server: 10,
  /** Largest page size a list request may ask for; ours. */
  max: 500,
  settings: 50,
  settingsSizes: [10, 25, 50, 100],
  residents: 10,
  residentsSizes: [5, 10, 25, 50, 100],
} as const;

/** Times (CONST-07). */
export const MS = {
  hold: 1500,
  /**
   * How long at most a toast offers an undo, and how long a deletion or a move on a board of records can be undone; ours. A board of
   * requests remembers its last move longer (`TASK_UNDO`).
   */
  undo: 10_000,
  /** How long an upload may stay unused by any record; a form may stay open overnight; ours. */
  upload: 24 * 3_600_000,
  story: 1500,
  storyFirstExtra: 1000,
  /** Lifetime of a success or error message; one with an undo button stays for `undo`. */
  toast: 6000,
  hideAll: 300,
  /** How long a notification stays on screen; ours. */
  notice: 20_000,
  scrollToErrorDelay: 100,
  scrollToError: 500,
  socketPoll: 1000,
} as const;

/** Distances (CONST-08). */
export const PX = {
  mobileMax: 858,
  tabletMax: 1000,
  newsEdge: 20,
  boardEdge: 100,
  stickyHeader: 85,
  toastItem: 74,
  toastGap: 8,
  camera: { width: 316, height: 178 },
  avatarCrop: 400,
  chatThumbnail: 64,
} as const;

/** Distance of a board card's order value when placed before the first or after the last card (TASK-37). */
export const BOARD_ORDER_STEP = 0.001;

/** Characters of a description shown on a request card (TASK-15). */
export const TASK_CARD_TEXT = { narrow: 25, wide: 100 } as const;

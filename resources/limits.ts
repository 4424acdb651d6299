/**
 * The constants of the specification, each with its source. Sizes in bytes, times in milliseconds,
 * lengths in characters, distances in CSS pixels unless the name says otherwise.
 */

/** Texts (CONST-06). */
export const TEXT = {
  newsTitle: { min: 8, max: 100 },
  newsContent: { min: 20, max: 400 },
  personName: { min: 1, max: 60 },
  /** Of a managing company, as people call it; ours. */
  companyName: { min: 1, max: 60 },
  /** Of the name of a camera (CAM-13). */
  cameraName: { min: 3, max: 60 },
  /** Of a description of a request (G-16). */
  taskDescription: { min: 3, max: 400 },
  /** Of a flat, as it is searched for. */
  flatNumber: { min: 1, max: 20 },
  /** Of what is searched for; ours. */
  search: { max: 100 },
  /** Of a group of the chat, of oneself in it. */
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
  /** Largest body of a call that is no upload; ours, embedded.md "too large bodies". */
  json: 1_048_576,
} as const;

/** Bodies of JSON; ours. */
export const BODY = {
  /** Values of a body: the largest of the console are lists of ids, 10,000 of them. */
  items: 50_000,
  /** Objects and lists within one another. */
  depth: 32,
} as const;

/** Buildings that are made here; ours. */
export const BUILDING = {
  entrances: 40,
  floors: 100,
  /** The lowest floor: basements are below 0. */
  lowestFloor: -5,
  /** Flats of one entrance on one floor. */
  flatsOfFloor: 50,
  /** Flats and other units of one building. */
  units: 5_000,
  /** The greatest number of a flat. */
  number: 99_999,
  street: 100,
  houseNumber: 20,
  complex: 60,
  /** Characters of a list of exceptions. */
  exceptions: 2_000,
  /** Rows of offices, storage rooms and parking places. */
  otherUnits: 200,
  /** As the database has it. */
  unitLabel: 60,
} as const;

/** Queries; ours. */
export const QUERY = {
  /** Parameters of a call, repeated ones counted each. */
  parameters: 1_000,
  /** Fields of a `filter`, and values of one of them. */
  filterFields: 50,
  filterValues: 1_000,
  /** Characters of one value of a `filter`. */
  filterText: 1_000,
} as const;

/** Many records changed at once; ours. */
export const BULK = {
  /** Of one call: its transaction holds up other writers of the section for about a second on a slow machine. */
  ofCall: 50,
  /** That the console changes at once, call after call. */
  chosen: 200,
} as const;

/** Records that the deletion of one may delete along or empty references of; ours. */
export const LINKED_RECORDS = 1_000;

/** Import of residents (import.md); the specification names no limits, these are ours: room for `rows` with names of 60 letters. */
export const IMPORT = {
  rows: 100_000,
  /** Rows that the console submits in one call; longer lists go in several. */
  rowsOfCall: 1_000,
  /** Columns of a file that are looked at. */
  columns: 256,
  /** Cells of a file, empty ones between others counted. */
  cells: 2_000_000,
  /** Characters of a cell, as in Excel. */
  cell: 32_767,
  /** Characters of all cells of a file. */
  characters: 64_000_000,
  /** Largest file that the console takes, bytes. What one call does not take (`BYTES.attachment`) it has checked in parts. */
  file: 60_000_000,
  /** Largest body of a submission, bytes: a whole list in one call. */
  submission: 50_331_648,
} as const;

/** Definitions of added sections; ours. */
export const DEFINITION = {
  /** Largest file, bytes. */
  bytes: 524_288,
  fields: 500,
  /** Objects and lists within one another. */
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
  /** Default of a paged answer when the query names none (G-17). */
  server: 10,
  /** Largest page a list call may ask for; ours. */
  max: 500,
  settings: 50,
  settingsSizes: [10, 25, 50, 100],
  residents: 10,
  residentsSizes: [5, 10, 25, 50, 100],
} as const;

/** Times (CONST-07). */
export const MS = {
  hold: 1500,
  /** How long a deletion can be taken back; ours. */
  undo: 10_000,
  /** How long an upload waits to be used by a record: a form may stand open overnight; ours. */
  upload: 24 * 3_600_000,
  story: 1500,
  storyFirstExtra: 1000,
  /** How long what was done and what failed stays said; with something to press, as long as a deletion can be taken back. */
  toast: 6000,
  hideAll: 300,
  /** How long a notification stays by itself; ours. */
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

/** Step by which a card of a board is placed before the first or after the last one (TASK-37). */
export const BOARD_ORDER_STEP = 0.001;

/** Characters of a description shown on a request card (TASK-15). */
export const TASK_CARD_TEXT = { narrow: 25, wide: 100 } as const;

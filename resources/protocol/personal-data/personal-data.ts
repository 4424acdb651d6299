import * as z from 'zod';

/**
 * Personal data of one person, for administrators: export as an archive, and erasure (152-ФЗ, articles 14 and 21; our addition
 * `personalData`, G-69).
 */
export const PERSONAL_DATA_PATH = '/api/authorized/personal-data/';

/** Minimum and maximum length of a search text, characters, and the number of people shown. */
export const PERSONAL_DATA_LIMITS = { least: 2, most: 80, people: 20 } as const;

const person = z.object({
  id: z.number().int(),
  name: z.string(),
  /** `+7…`; null for deleted people. */
  phone: z.string().nullable(),
  isResident: z.boolean(),
  /** Only deleted people can be erased. */
  isDeleted: z.boolean(),
  /** When their data were erased, ISO. */
  erasedAt: z.string().nullable(),
});
export type Person = z.output<typeof person>;

/** `GET`: finds people by name or phone, including deleted ones. */
export const peopleQuery = z.object({
  text: z.string().trim().min(PERSONAL_DATA_LIMITS.least).max(PERSONAL_DATA_LIMITS.most),
});
export const peopleAnswer = z.object({ results: z.array(person) });

/** `GET …/:id/`: a person, and the number of rows of each kind about them. */
export const personalDataAnswer = z.object({
  person,
  kept: z.array(z.object({ topic: z.string(), count: z.number().int() })),
});
export type PersonalData = z.output<typeof personalDataAnswer>;

/** `POST …/:id/erase/`: the person after the erasure. */
export const erasedAnswer = z.object({ params: person });

/** `POST`: creates the path from which the browser can download the archive within the next minutes. */
export const archivePath = (id: number): string => `${PERSONAL_DATA_PATH}${id}/export/`;
export const archiveAnswer = z.object({ params: z.object({ address: z.string() }) });
export const erasePath = (id: number): string => `${PERSONAL_DATA_PATH}${id}/erase/`;

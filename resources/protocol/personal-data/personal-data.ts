import * as z from 'zod';

/**
 * Personal data of one person, for administrators: its export as one archive, and its erasure (152-ФЗ, articles 14
 * and 21; additive, only where the server says `personalData`, G-69).
 */
export const PERSONAL_DATA_PATH = '/api/authorized/personal-data/';

/** How many characters a search takes, and how many people are shown. */
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

/** `GET`: people by name or phone, deleted ones too. */
export const peopleQuery = z.object({
  text: z.string().trim().min(PERSONAL_DATA_LIMITS.least).max(PERSONAL_DATA_LIMITS.most),
});
export const peopleAnswer = z.object({ results: z.array(person) });

/** `GET …/:id/`: a person, and how many rows of each kind name them. */
export const keptAnswer = z.object({
  person,
  kept: z.array(z.object({ topic: z.string(), count: z.number().int() })),
});
export type Kept = z.output<typeof keptAnswer>;

/** `POST …/:id/erase/`: what became of them. */
export const erasedAnswer = z.object({ params: person });

/** `POST`: where the archive is fetched from within the next minutes, by the browser itself. */
export const archivePath = (id: number): string => `${PERSONAL_DATA_PATH}${id}/export/`;
export const archiveAnswer = z.object({ params: z.object({ address: z.string() }) });
export const erasePath = (id: number): string => `${PERSONAL_DATA_PATH}${id}/erase/`;

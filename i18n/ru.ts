import { access } from './ru/access.ts';
import { api } from './ru/api.ts';
import { validation } from './ru/validation.ts';

/** Every text a user sees, by area. `%{name}` is filled in; `||||` parts the plural forms (1 | 2–4 | 5–20). */
export const ru = { access, api, validation } as const;

type Paths<Tree> = Tree extends string
  ? never
  : { [Key in keyof Tree & string]: Tree[Key] extends string ? Key : `${Key}.${Paths<Tree[Key]>}` }[keyof Tree &
      string];

/** The path of a text: `validation.required`. */
export type TextKey = Paths<typeof ru>;

import * as z from 'zod';
import { PAGE, TEXT } from '#resources/limits.ts';
import { employees } from '#resources/sections/employees.ts';

export const EMPLOYEE_URL = '/api/crm/employee/';

/** Columns that the list can be sorted by. */
const SORTS = employees.list.columns;
export type SortName = (typeof SORTS)[number];

const positiveNumber = (max: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'validation.number')
    .transform(Number)
    .pipe(z.number().max(max, 'validation.numberHigh'));

/** `GET /api/crm/employee/` (EMP-02). `sort` and `search` are ours; `-name` sorts in descending order. */
export const employeeQuery = z.object({
  page: positiveNumber(1_000_000).default(1),
  page_size: positiveNumber(PAGE.max).default(PAGE.server),
  sort: z
    .string()
    .regex(new RegExp(`^-?(${SORTS.join('|')})$`), 'validation.choice')
    .default('name'),
  search: z.string().trim().max(TEXT.search.max, 'validation.tooLong').default(''),
});
export type EmployeeQuery = z.output<typeof employeeQuery>;

/** URL of another page of the same list. */
export function employeePageLink({ page_size, sort, search }: EmployeeQuery, page: number): string {
  const searchParam = search ? `&search=${encodeURIComponent(search)}` : '';
  return `${EMPLOYEE_URL}?page=${page}&page_size=${page_size}&sort=${sort}${searchParam}`;
}

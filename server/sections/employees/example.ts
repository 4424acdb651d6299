import * as z from 'zod';
import { companyItem, employeeSaved } from '#resources/protocol/people/employees.ts';
import type { World } from '#server/http/declaration.ts';
import { EMPLOYEE_URL } from './page.ts';

let exampleCount = 0;

/** A valid body of a new employee, with a unique phone. */
export async function exampleEmployeeBody(world: World) {
  exampleCount += 1;
  const companies = z.array(companyItem).parse(await world.send('GET', { url: '/api/crm/scenarios/companies/' }));
  return {
    first_name: 'Пётр',
    last_name: 'Новиков',
    gender: 'male',
    position: 'Электрик',
    company: companies[0]?.id,
    phone_number: `+7977${String(1_000_000 + exampleCount)}`,
  };
}

/** Creates an example employee. @returns its path */
export async function createExampleEmployee(world: World): Promise<string> {
  const answer = await world.send('POST', { url: EMPLOYEE_URL, body: await exampleEmployeeBody(world) });
  return `${EMPLOYEE_URL}${employeeSaved.parse(answer).params.user}/`;
}

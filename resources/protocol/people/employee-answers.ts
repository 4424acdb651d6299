import { LEVELS } from '#resources/language/access.ts';
import { RESIDENT_STATUSES } from '../enums.ts';
import {
  bareOf,
  buildingIn,
  eachOf,
  entriesOf,
  flagOf,
  idOf,
  isWireObject,
  momentOf,
  namedOf,
  nestedIn,
  numberedOf,
  numberOf,
  objectOf,
  oneOf,
  recordsIn,
  textOf,
  textOrNull,
  type WireObject,
} from '../open-shapes.ts';
import type { BuildingAccess, CompanyItem, EmployeeOne, HandedLink, ViewAnswer } from './employees.ts';

/** A company, or the id of one. */
function companyOf(value: unknown): { id: number; label: string } | null {
  const id = idOf(value);
  return id === null ? null : { id, label: isWireObject(value) ? namedOf(value) : '' };
}

/** One of `GET /api/crm/scenarios/companies/`; null for what has no id. */
function companyItemOf(wire: WireObject): CompanyItem | null {
  const company = nestedIn(wire, 'company');
  const id = idOf(company);
  return id === null
    ? null
    : { id, label: namedOf(company), is_tenant: flagOf(wire.is_tenant ?? company.is_tenant) ?? false };
}

function levelsOf(value: unknown): EmployeeOne['sections'] {
  const said = Object.entries(objectOf(value)).filter(([, level]) => typeof level === 'string');
  // A level that the server alone knows goes back as it came.
  return Object.fromEntries(said) as EmployeeOne['sections'];
}

/** A building that is wholly open; by its id alone it has no address. */
function openBuildingOf(value: unknown): EmployeeOne['buildings'][number] | null {
  if (!isWireObject(value)) {
    const id = idOf(value);
    return id === null ? null : { id, street: '', number: '', porches: [] };
  }
  const building = buildingIn(value);
  const porches = eachOf(value.porches ?? nestedIn(value, 'building').porches, (porch) => numberedOf(porch, 'porch'));
  return building && { ...building, porches };
}

/** An open entrance; by its id alone it stands in no building. */
function openPorchOf(value: unknown): EmployeeOne['porches'][number] | null {
  const porch = numberedOf(isWireObject(value) && isWireObject(value.porch) ? value.porch : value);
  if (!porch) return null;
  const building = isWireObject(value) && value.building !== undefined ? openBuildingOf(value.building) : null;
  const { id, street, number } = building ?? { id: 0, street: '', number: '' };
  return { ...porch, building: { id, street, number } };
}

function serviceOf(value: unknown): EmployeeOne['services'][number] | null {
  const wire = nestedIn(objectOf(value), 'service');
  const id = idOf(isWireObject(value) ? wire : value);
  return id === null ? null : { id, name: textOf(wire.name), icon: textOf(wire.icon) };
}

/** Levels by section that may be given; an unknown level may not. */
const offeredOf = (wire: WireObject): EmployeeOne['may_give'] =>
  Object.fromEntries(
    Object.entries(wire).map(([section, levels]) => {
      const said = entriesOf(levels);
      return [section, LEVELS.filter((level) => said.includes(level))];
    }),
  );

/** What is ours of an employee, as far as the server has it. */
function additionsOf({ objects_count, may_give, version, invited_at }: WireObject) {
  const count = numberOf(objects_count);
  return {
    ...(count === null ? {} : { objects_count: count }),
    ...(isWireObject(may_give) ? { may_give: offeredOf(may_give) } : {}),
    ...(textOf(version) ? { version: textOf(version) } : {}),
    ...(invited_at === undefined ? {} : { invited_at: momentOf(invited_at) || null }),
  };
}

/** An employee as the console has them: what is ours is there only where the server says it. */
export type Employee = Omit<EmployeeOne, 'objects_count' | 'may_give' | 'invited_at'> &
  Partial<Pick<EmployeeOne, 'objects_count' | 'may_give' | 'invited_at'>>;

/** One of `GET /api/crm/employee/`, and `GET /api/crm/employee/{id}/` (API-17); null without a person. */
export function employeeOf(entry: WireObject): Employee | null {
  const outer = nestedIn(entry, 'employee');
  const wire = { ...outer, ...objectOf(outer.user) };
  const user = idOf(outer.user) ?? idOf(outer);
  if (user === null) return null;
  const gender = textOf(wire.gender);
  return {
    user,
    first_name: textOf(wire.first_name),
    last_name: textOf(wire.last_name),
    phone_number: textOf(wire.phone_number),
    gender: gender === 'male' || gender === 'female' ? gender : null,
    position: textOrNull(wire.position),
    company: companyOf(wire.company),
    tenant: companyOf(wire.tenant),
    email: textOrNull(wire.email),
    status: oneOf(RESIDENT_STATUSES, wire.status),
    avatar: textOrNull(wire.avatar),
    user_chat_id: textOrNull(wire.user_chat_id),
    sections: levelsOf(wire.sections),
    buildings: entriesOf(wire.buildings).flatMap((building) => openBuildingOf(building) ?? []),
    porches: eachOf(wire.porches, openPorchOf),
    services: eachOf(wire.services, serviceOf),
    ...additionsOf(wire),
  };
}

/** `GET /api/crm/scenarios/companies/` (EMP-24). */
export const companiesOf = (body: unknown): CompanyItem[] => recordsIn(body, companyItemOf);

/** `POST /api/crm/employee/{id}/view/` (ours); without a token there is nothing to look with. */
export function viewOf(body: unknown): ViewAnswer | null {
  const wire = objectOf(bareOf(body));
  const [user, token] = [idOf(wire.user), textOf(wire.token)];
  return user === null || !token
    ? null
    : { user, token, expires_in: numberOf(wire.expires_in) ?? 0, name: textOf(wire.name) };
}

/** `POST /api/crm/employee/{id}/link/` (ours); null where there is no link in it. */
export function handedLinkOf(body: unknown): HandedLink | null {
  const wire = objectOf(bareOf(body));
  const link = textOf(wire.link);
  return link ? { link, until: momentOf(wire.until) } : null;
}

/** `GET /api/crm/buildings/{id}/access/` (ours); null for what names no building. */
export function buildingAccessOf(body: unknown): BuildingAccess | null {
  const wire = objectOf(bareOf(body));
  const building = buildingIn(wire);
  const people = recordsIn(wire.people, (person): BuildingAccess['people'][number] | null => {
    const user = idOf(person.user);
    return user === null
      ? null
      : {
          user,
          first_name: textOf(person.first_name),
          last_name: textOf(person.last_name),
          position: textOrNull(person.position),
          avatar: textOrNull(person.avatar),
          status: oneOf(RESIDENT_STATUSES, person.status),
          is_all_porches: flagOf(person.is_all_porches) ?? false,
          porches: eachOf(person.porches, (porch) => numberedOf(porch, 'porch')),
          sections: levelsOf(person.sections),
        };
  });
  return building && { building, people };
}

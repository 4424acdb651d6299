import { LEVELS } from '#resources/language/access.ts';
import { RESIDENT_STATUSES } from '../enums.ts';
import {
  decodeBuildingRef,
  decodeEach,
  decodeEntries,
  decodeFlag,
  decodeId,
  decodeList,
  decodeMoment,
  decodeName,
  decodeNumber,
  decodeNumbered,
  decodeObject,
  decodeOneOf,
  decodeText,
  isWireObject,
  textOrNull,
  unwrapBody,
  unwrapNested,
  type WireObject,
} from '../open-shapes.ts';
import type { BuildingAccess, CompanyItem, EmployeeDetails, HandedLink, ViewAnswer } from './employees.ts';

/** A company, or only its id. */
function decodeCompany(value: unknown): { id: number; label: string } | null {
  const id = decodeId(value);
  return id === null ? null : { id, label: isWireObject(value) ? decodeName(value) : '' };
}

/** Item of `GET /api/crm/scenarios/companies/`; null without an id. */
function decodeCompanyItem(wire: WireObject): CompanyItem | null {
  const company = unwrapNested(wire, 'company');
  const id = decodeId(company);
  return id === null
    ? null
    : { id, label: decodeName(company), is_tenant: decodeFlag(wire.is_tenant ?? company.is_tenant) ?? false };
}

function decodeLevels(value: unknown): EmployeeDetails['sections'] {
  const said = Object.entries(decodeObject(value)).filter(([, level]) => typeof level === 'string');
  // Unknown levels are kept, so that they are sent back unchanged.
  return Object.fromEntries(said) as EmployeeDetails['sections'];
}

/** A building with all entrances open; without an address if only the id is given. */
function decodeOpenBuilding(value: unknown): EmployeeDetails['buildings'][number] | null {
  if (!isWireObject(value)) {
    const id = decodeId(value);
    return id === null ? null : { id, street: '', number: '', porches: [] };
  }
  const building = decodeBuildingRef(value);
  const porches = decodeEach(value.porches ?? unwrapNested(value, 'building').porches, (porch) =>
    decodeNumbered(porch, 'porch'),
  );
  return building && { ...building, porches };
}

/** An entrance that is open to the employee; its building has id 0 and no address if the response omits it. */
function decodeOpenPorch(value: unknown): EmployeeDetails['porches'][number] | null {
  const porch = decodeNumbered(isWireObject(value) && isWireObject(value.porch) ? value.porch : value);
  if (!porch) return null;
  const building = isWireObject(value) && value.building !== undefined ? decodeOpenBuilding(value.building) : null;
  const { id, street, number } = building ?? { id: 0, street: '', number: '' };
  return { ...porch, building: { id, street, number } };
}

function decodeService(value: unknown): EmployeeDetails['services'][number] | null {
  const wire = unwrapNested(decodeObject(value), 'service');
  const id = decodeId(isWireObject(value) ? wire : value);
  return id === null ? null : { id, name: decodeText(wire.name), icon: decodeText(wire.icon) };
}

/** Levels by section that the reader may grant; unknown levels are dropped. */
const decodeGivableLevels = (wire: WireObject): EmployeeDetails['may_give'] =>
  Object.fromEntries(
    Object.entries(wire).map(([section, levels]) => {
      const said = decodeEntries(levels);
      return [section, LEVELS.filter((level) => said.includes(level))];
    }),
  );

/** Our additions to an employee, if the server sends them. */
function decodeAdditions({ objects_count, may_give, version, invited_at }: WireObject) {
  const count = decodeNumber(objects_count);
  return {
    ...(count === null ? {} : { objects_count: count }),
    ...(isWireObject(may_give) ? { may_give: decodeGivableLevels(may_give) } : {}),
    ...(decodeText(version) ? { version: decodeText(version) } : {}),
    ...(invited_at === undefined ? {} : { invited_at: decodeMoment(invited_at) || null }),
  };
}

/** A decoded employee; our additions are present only if the server sends them. */
export type Employee = Omit<EmployeeDetails, 'objects_count' | 'may_give' | 'invited_at'> &
  Partial<Pick<EmployeeDetails, 'objects_count' | 'may_give' | 'invited_at'>>;

/** Item of `GET /api/crm/employee/`, and `GET /api/crm/employee/{id}/` (API-17); null without a user id. */
export function decodeEmployee(entry: WireObject): Employee | null {
  const outer = unwrapNested(entry, 'employee');
  const wire = { ...outer, ...decodeObject(outer.user) };
  const user = decodeId(outer.user) ?? decodeId(outer);
  if (user === null) return null;
  const gender = decodeText(wire.gender);
  return {
    user,
    first_name: decodeText(wire.first_name),
    last_name: decodeText(wire.last_name),
    phone_number: decodeText(wire.phone_number),
    gender: gender === 'male' || gender === 'female' ? gender : null,
    position: textOrNull(wire.position),
    company: decodeCompany(wire.company),
    tenant: decodeCompany(wire.tenant),
    email: textOrNull(wire.email),
    status: decodeOneOf(RESIDENT_STATUSES, wire.status),
    avatar: textOrNull(wire.avatar),
    user_chat_id: textOrNull(wire.user_chat_id),
    sections: decodeLevels(wire.sections),
    buildings: decodeEntries(wire.buildings).flatMap((building) => decodeOpenBuilding(building) ?? []),
    porches: decodeEach(wire.porches, decodeOpenPorch),
    services: decodeEach(wire.services, decodeService),
    ...decodeAdditions(wire),
  };
}

/** `GET /api/crm/scenarios/companies/` (EMP-24). */
export const decodeCompanies = (body: unknown): CompanyItem[] => decodeList(body, decodeCompanyItem);

/** `POST /api/crm/employee/{id}/view/` (ours); null without a token. */
export function decodeView(body: unknown): ViewAnswer | null {
  const wire = decodeObject(unwrapBody(body));
  const [user, token] = [decodeId(wire.user), decodeText(wire.token)];
  return user === null || !token
    ? null
    : { user, token, expires_in: decodeNumber(wire.expires_in) ?? 0, name: decodeText(wire.name) };
}

/** `POST /api/crm/employee/{id}/link/` (ours); null without a link. */
export function decodeHandedLink(body: unknown): HandedLink | null {
  const wire = decodeObject(unwrapBody(body));
  const link = decodeText(wire.link);
  return link ? { link, until: decodeMoment(wire.until) } : null;
}

/** `GET /api/crm/buildings/{id}/access/` (ours); null without a building. */
export function decodeBuildingAccess(body: unknown): BuildingAccess | null {
  const wire = decodeObject(unwrapBody(body));
  const building = decodeBuildingRef(wire);
  const people = decodeList(wire.people, (person): BuildingAccess['people'][number] | null => {
    const user = decodeId(person.user);
    return user === null
      ? null
      : {
          user,
          first_name: decodeText(person.first_name),
          last_name: decodeText(person.last_name),
          position: textOrNull(person.position),
          avatar: textOrNull(person.avatar),
          status: decodeOneOf(RESIDENT_STATUSES, person.status),
          is_all_porches: decodeFlag(person.is_all_porches) ?? false,
          porches: decodeEach(person.porches, (porch) => decodeNumbered(porch, 'porch')),
          sections: decodeLevels(person.sections),
        };
  });
  return building && { building, people };
}

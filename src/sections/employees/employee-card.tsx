import { employeePath } from '#resources/protocol/paths/people.ts';
import '#i18n/employee-card-texts.ts';
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import { useState } from 'react';
import { useRecordContext, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { request } from '#console/data/http/http.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { refusalText, useRefusal } from '#console/data/session/access.ts';
import { useServerFeature } from '#console/data/session/features.ts';
import { beginView } from '#console/data/session/view-as.ts';
import { useResource } from '#console/engine/resource-context.tsx';
import { Address } from '#console/fields/building/address.tsx';
import { effectiveLevel, useLevelLabels } from '#console/fields/level/labels.ts';
import { performerRequestsLink } from '#console/shell/page-links.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { Icon } from '#console/ui/display/icon.tsx';
import type { IconName } from '#resources/language/icons.ts';
import type { Employee } from '#resources/protocol/people/employee-answers.ts';
import { decodeView } from '#resources/protocol/people/employee-answers.ts';
import classes from './employee-card.module.css';
import { FactorReset } from './factor-reset.tsx';
import { accessBuildings } from './fields/building-porches.ts';
import { History } from './history.tsx';
import { Invitation } from './invitation.tsx';

/**
 * Reloads the console in this tab as the employee sees it. @returns false after an error, which the global alert shows; else the
 * page is being left
 */
async function startViewing(user: number): Promise<boolean> {
  try {
    const view = decodeView(await request(employeePath(user, 'view'), { method: 'POST' }));
    if (!view) return false;
    beginView(view);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return false;
  }
  globalThis.location.assign('/');
  return true;
}

/** Number of addresses shown before «ещё 4». */
const VISIBLE_ADDRESSES = 5;

const ICONS: Readonly<Record<string, IconName>> = {
  news: 'campaign',
  tasks: 'handyman',
  chats: 'forum',
  residents: 'people',
  readings: 'speed',
  cameras: 'videocam',
  employees: 'badge',
  buildings: 'apartment',
};

/** The rights of an employee, and the history of their changes (EMP-08, EMP-09). */
export default function EmployeeCard() {
  const employee = useRecordContext<Employee & { id: number }>();
  const hasAddition = useServerFeature('employees');
  if (!employee) return null;
  return (
    <>
      {hasAddition && employee.status === 'created' ? <Invitation employee={employee} /> : null}
      <RequestsLink employee={employee} />
      <BuildingsPart employee={employee} />
      <LevelsPart employee={employee} />
      {hasAddition ? (
        <>
          <ViewAsPart employee={employee} />
          <FactorReset employee={employee} />
          <History key={`${employee.user} ${employee.version}`} user={employee.user} />
        </>
      ) : null}
    </>
  );
}

type CardPartProps = { employee: Employee };

/** Link to the requests of the employee, if the server filters requests by performer. */
function RequestsLink({ employee }: CardPartProps) {
  const translate = useTranslate();
  const hasPerformerFilter = useServerFeature('performers');
  const canSeeRequests = useRefusal('tasks', 'see') === null;
  if (!hasPerformerFilter || !canSeeRequests) return null;
  return (
    <p className={classes.part}>
      <Link className="link" to={performerRequestsLink(employee.user)}>
        {translate('employees.card.requests')}
      </Link>
    </p>
  );
}

function BuildingsPart({ employee }: CardPartProps) {
  const translate = useTranslate();
  const [showsAll, setShowsAll] = useState(false);
  const buildings = accessBuildings(employee.buildings, employee.porches);
  const wholeIds = new Set(employee.buildings.map(({ id }) => id));
  const shownBuildings = showsAll ? buildings : buildings.slice(0, VISIBLE_ADDRESSES);
  const count = buildings.length;
  return (
    <section className={classes.part}>
      <h3 className={classes.title}>
        {count ? translate('employees.card.objects', { smart_count: count }) : translate('employees.card.noObjects')}
      </h3>
      <ul className={classes.houses}>
        {shownBuildings.map((building) => (
          <li key={building.id}>
            <Address building={building} />
            {wholeIds.has(building.id) ? null : (
              <small className={classes.porches}>
                {translate('employees.card.porches', {
                  numbers: building.porches.map(({ number }) => number).join(', '),
                })}
              </small>
            )}
          </li>
        ))}
        {count > shownBuildings.length ? (
          <li>
            <ActionButton variant="ghost" size="sm" onClick={() => setShowsAll(true)}>
              {translate('employees.card.more', { smart_count: count - shownBuildings.length })}
            </ActionButton>
          </li>
        ) : null}
      </ul>
    </section>
  );
}

function LevelsPart({ employee }: CardPartProps) {
  const translate = useTranslate();
  const words = useLevelLabels();
  return (
    <section className={classes.part}>
      <h3 className={classes.title}>{translate('employees.card.access')}</h3>
      <dl className={classes.levels}>
        {Object.entries(employee.sections).map(([section, storedLevel]) => {
          const level = effectiveLevel(section, storedLevel);
          return (
            <div key={section} className={level === 'denied' ? classes.hidden : undefined} data-section={section}>
              <dt>
                <Icon name={ICONS[section] ?? 'folder'} size={18} />
                {words.section(section)}
              </dt>
              <dd>{level === 'denied' ? translate('employees.card.hidden') : words.level(section, level)}</dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

function ViewAsPart({ employee }: CardPartProps) {
  const translate = useTranslate();
  const resource = useResource();
  const [busy, setBusy] = useState(false);
  const why = useRefusal('employees', 'change', resource.record, { ...employee });
  return (
    <section className={`${classes.part} ${classes.acts}`}>
      <ActionButton
        size="sm"
        icon={<VisibilityOutlined aria-hidden />}
        busy={busy}
        refusal={why ? refusalText(why, translate, 'employees.card.viewOwn') : null}
        onClick={async () => {
          setBusy(true);
          if (!(await startViewing(employee.user))) setBusy(false);
        }}
      >
        {translate('employees.card.view')}
      </ActionButton>
      <ActionButton size="sm" variant="ghost" to="/settings/access">
        {translate('employees.card.access_list')}
      </ActionButton>
    </section>
  );
}

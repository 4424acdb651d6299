import HandymanOutlined from '@mui/icons-material/HandymanOutlined';
import { useTranslate } from 'react-admin';
import { useClosedName } from '#console/fields/parts/server-list.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { PopoverButton } from '#console/ui/buttons/popover-button.tsx';
import { ServiceIcon } from '#console/ui/display/service-icon.tsx';
import { Checkbox } from '#console/ui/inputs/checkbox.tsx';
import type { ServiceItem } from '#resources/protocol/requests/services.ts';
import classes from './filter-bar.module.css';

/**
 * Filter by services; none chosen means all. Hidden if there are fewer than two, unless one is chosen, so that an active filter
 * can always be seen and removed (TASK-07, TASK-08).
 */
export function ServiceFilter({
  services,
  chosenIds,
  onChosen,
}: {
  services: readonly ServiceItem[];
  chosenIds: readonly number[];
  onChosen: (ids: readonly number[]) => void;
}) {
  const translate = useTranslate();
  const markName = useClosedName();
  if (services.length < 2 && chosenIds.length === 0) return null;
  const only = chosenIds.length === 1 ? services.find(({ id }) => id === chosenIds[0]) : undefined;
  const label =
    chosenIds.length === 0
      ? translate('tasks.services.all')
      : (only?.name ?? translate('tasks.services.some', { count: chosenIds.length }));
  return (
    <PopoverButton
      className={classes.services}
      labelClass={classes.label}
      icon={<HandymanOutlined aria-hidden />}
      name={translate('tasks.services.label')}
      label={label}
      panel={() => (
        <div className={classes.panel}>
          {services.map(({ id, name, icon, closed: isClosed }) => (
            <div key={id} className={classes.option}>
              <Checkbox
                checked={chosenIds.includes(id)}
                onChange={(on) => onChosen(on ? [...chosenIds, id] : chosenIds.filter((other) => other !== id))}
              >
                <span className={classes.name}>
                  <ServiceIcon name={icon} />
                  {markName({ id, closed: isClosed }, name)}
                </span>
              </Checkbox>
            </div>
          ))}
          {chosenIds.length > 0 ? (
            <ActionButton size="sm" variant="ghost" onClick={() => onChosen([])}>
              {translate('tasks.services.clear')}
            </ActionButton>
          ) : null}
        </div>
      )}
    />
  );
}

import Tooltip from '@mui/material/Tooltip';
import { RecordContextProvider, useTranslate } from 'react-admin';
import { RecordMenu } from '#console/engine/record-menu.tsx';
import { Avatar } from '#console/ui/avatar.tsx';
import { formatPhone } from '#resources/language/kinds/phone-format.ts';
import { capitalise } from '#resources/language/words.ts';
import type { FoundPerson } from '#resources/protocol/search-answers.ts';
import classes from './unit-card.module.css';

/** A resident of a unit: name, telephone, state, and his menu of editing, blocking and deleting (RES-15…21). */
export function ResidentLine({ resident }: { resident: FoundPerson }) {
  const translate = useTranslate();
  const { user, first_name, last_name, phone_number, status, avatar } = resident;
  const name = `${last_name} ${first_name}`;
  const state = translate(`residents.status.${status}`);
  return (
    // Calls about a resident name him by `user` (G-19).
    <RecordContextProvider value={{ ...resident, id: user }}>
      <li className={classes.resident}>
        <Avatar name={name} picture={avatar} size={40} />
        <div className={classes.about}>
          <b className={classes.name}>{name}</b>
          <a className={classes.phone} href={`tel:${phone_number}`}>
            {formatPhone(phone_number)}
          </a>
          <Tooltip title={state}>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the tooltip must be reachable by keyboard */}
            <span className={classes.status} data-status={status} tabIndex={0}>
              {capitalise(state)}
            </span>
          </Tooltip>
        </div>
        <RecordMenu />
      </li>
    </RecordContextProvider>
  );
}

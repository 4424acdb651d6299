import { useRecordContext } from 'react-admin';
import { useServerFeature } from '#console/data/session/features.ts';
import { FieldCell } from '#console/engine/field-part.tsx';
import { useResource } from '#console/engine/resource-context.tsx';
import { Avatar } from '#console/ui/display/avatar.tsx';
import type { Employee } from '#resources/protocol/people/employee-answers.ts';
import classes from './employee-person.module.css';
import { HandedLink } from './handed-link.tsx';

/** The stored employee above the edit form: avatar, name, position with organisation, status. */
export default function EmployeePerson() {
  const employee = useRecordContext<Employee & { id: number }>();
  const resource = useResource();
  const hasManualInvitation = useServerFeature('byHand');
  const { status } = resource.fields;
  if (!employee) return null;
  const name = `${employee.first_name} ${employee.last_name}`;
  const work = [employee.position, employee.company?.label].filter(Boolean).join(', ');
  return (
    <>
      <div className={classes.card} data-person={employee.user}>
        <Avatar name={name} picture={employee.avatar} size={36} />
        <span className={classes.names}>
          <b>{name}</b>
          {work ? <small>{work}</small> : null}
        </span>
        {status ? (
          <span className={classes.status}>
            <FieldCell resource={resource} name="status" field={status} record={employee} />
          </span>
        ) : null}
      </div>
      {hasManualInvitation && employee.status === 'created' ? (
        <div className={classes.invitation}>
          <HandedLink key={employee.user} user={employee.user} />
        </div>
      ) : null}
    </>
  );
}

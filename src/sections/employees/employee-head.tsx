import { useRecordContext } from 'react-admin';
import { Avatar } from '#console/ui/display/avatar.tsx';
import { formatPhone } from '#resources/language/kinds/phone-format.ts';
import type { Employee } from '#resources/protocol/people/employee-answers.ts';
import classes from './employee-card.module.css';

/** Avatar, name, position and phone of an employee (EMP-08). */
export default function EmployeeHead() {
  const employee = useRecordContext<Employee & { id: number }>();
  if (!employee) return null;
  const name = `${employee.first_name} ${employee.last_name}`;
  return (
    <span className={classes.who}>
      <Avatar name={name} picture={employee.avatar} size={56} />
      <span className={classes.names}>
        <span className={classes.name}>{name}</span>
        {employee.position ? <small>{employee.position}</small> : null}
        {employee.phone_number ? <small>{formatPhone(employee.phone_number)}</small> : null}
      </span>
    </span>
  );
}

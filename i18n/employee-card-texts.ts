import { addTexts } from './console-text.ts';
import { employeeCard } from './ru/employee-card.ts';

/** The texts of an employee's card: imported by what shows it. */
addTexts({ employees: employeeCard });

import { addTexts } from './console-text.ts';
import { employeeFields } from './ru/employee-fields.ts';

/** The texts of rights and buildings of employees: imported by the fields that show them. */
addTexts({ employeeFields });

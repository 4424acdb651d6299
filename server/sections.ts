import type { FastifyInstance } from 'fastify';
import type { ServerContext } from './context.ts';
import { recordsRoutes } from './records/routes.ts';
import { attachmentsRoutes } from './sections/attachments/routes.ts';
import { authRoutes } from './sections/auth/routes.ts';
import { avatarRoutes } from './sections/avatar/routes.ts';
import { bookletsRoutes } from './sections/booklets/routes.ts';
import { buildingPlansRoutes } from './sections/building-plans/routes.ts';
import { buildingSettingsRoutes } from './sections/building-settings/routes.ts';
import { buildingsRoutes } from './sections/buildings/routes.ts';
import { camerasRoutes } from './sections/cameras/routes.ts';
import { answersRoutes } from './sections/canned-answers/routes.ts';
import { chatRoutes } from './sections/chat/routes.ts';
import { companiesRoutes } from './sections/companies/routes.ts';
import { companyRoutes } from './sections/company/routes.ts';
import { complaintsSocket } from './sections/complaints/socket.ts';
import { definitionsChangeRoutes } from './sections/definitions/change-routes.ts';
import { definitionExampleRoutes } from './sections/definitions/example-routes.ts';
import { definitionFileRoutes } from './sections/definitions/file-routes.ts';
import { definitionsRoutes } from './sections/definitions/routes.ts';
import { schemaRoute } from './sections/definitions/schema-route.ts';
import { definitionVersionRoutes } from './sections/definitions/version-routes.ts';
import { demoRoutes } from './sections/demo/routes.ts';
import { devicesRoutes } from './sections/devices/routes.ts';
import { directoriesRoutes } from './sections/directories/routes.ts';
import { employeesChangeRoutes } from './sections/employees/change-routes.ts';
import { employeesLinkRoutes } from './sections/employees/link-routes.ts';
import { employeesRoutes } from './sections/employees/routes.ts';
import { employeesFactorRoutes } from './sections/employees/second-factor-routes.ts';
import { employeesStatusRoutes } from './sections/employees/status-routes.ts';
import { employeesViewRoutes } from './sections/employees/view-routes.ts';
import { exportsRoutes } from './sections/exports/routes.ts';
import { filesRoutes } from './sections/files/routes.ts';
import { firstStepsRoutes } from './sections/first-steps/routes.ts';
import { statusRoutes } from './sections/health/status-routes.ts';
import { importRoutes } from './sections/import/routes.ts';
import { journalRoutes } from './sections/journal/routes.ts';
import { newsChangeRoutes } from './sections/news/change-routes.ts';
import { newsRoutes } from './sections/news/routes.ts';
import { noticesRoutes } from './sections/notices/routes.ts';
import { outboxRoutes } from './sections/outbox/routes.ts';
import { permissionsRoutes } from './sections/permissions/routes.ts';
import { personalDataRoutes } from './sections/personal-data/routes.ts';
import { profileRoutes } from './sections/profile/routes.ts';
import { readingsChangeRoutes } from './sections/readings/change-routes.ts';
import { readingsRoutes } from './sections/readings/routes.ts';
import { passwordRoutes } from './sections/recovery/password.ts';
import { recoveryRoutes } from './sections/recovery/routes.ts';
import { sendBoardFrames } from './sections/requests/board.ts';
import { bulkTaskRoutes } from './sections/requests/bulk-routes.ts';
import { taskChangeRoutes } from './sections/requests/change-routes.ts';
import { performersRoutes } from './sections/requests/performer-routes.ts';
import { tasksRoutes } from './sections/requests/routes.ts';
import { residentsChangeRoutes } from './sections/residents/change-routes.ts';
import { residentsRoutes } from './sections/residents/routes.ts';
import { searchRoutes } from './sections/search/routes.ts';
import { secondFactorRoutes } from './sections/second-factor/routes.ts';
import { servicesRoutes } from './sections/services/routes.ts';
import { sessionsRoutes } from './sections/sessions/routes.ts';
import { shiftRoutes } from './sections/shift/routes.ts';
import { ticketsRoutes } from './sections/tickets/routes.ts';
import { viewsRoutes } from './sections/views/routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';

/** Every section of the built-in backend: add a folder in `sections/` and a line here. */
export const SECTION_ROUTES: readonly ((app: FastifyInstance, context: ServerContext) => void)[] = [
  authRoutes,
  permissionsRoutes,
  profileRoutes,
  recoveryRoutes,
  passwordRoutes,
  avatarRoutes,
  devicesRoutes,
  ticketsRoutes,
  noticesRoutes,
  sessionsRoutes,
  secondFactorRoutes,
  journalRoutes,
  statusRoutes,
  firstStepsRoutes,
  personalDataRoutes,
  viewsRoutes,
  exportsRoutes,
  buildingsRoutes,
  buildingSettingsRoutes,
  buildingPlansRoutes,
  companyRoutes,
  directoriesRoutes,
  webhookRoutes,
  servicesRoutes,
  tasksRoutes,
  bulkTaskRoutes,
  taskChangeRoutes,
  performersRoutes,
  sendBoardFrames,
  shiftRoutes,
  newsRoutes,
  newsChangeRoutes,
  bookletsRoutes,
  residentsRoutes,
  residentsChangeRoutes,
  searchRoutes,
  camerasRoutes,
  chatRoutes,
  complaintsSocket,
  answersRoutes,
  companiesRoutes,
  employeesRoutes,
  employeesChangeRoutes,
  employeesStatusRoutes,
  employeesViewRoutes,
  employeesFactorRoutes,
  employeesLinkRoutes,
  importRoutes,
  readingsRoutes,
  readingsChangeRoutes,
  attachmentsRoutes,
  filesRoutes,
  definitionsRoutes,
  definitionsChangeRoutes,
  definitionFileRoutes,
  definitionVersionRoutes,
  definitionExampleRoutes,
  schemaRoute,
  recordsRoutes,
  demoRoutes,
  outboxRoutes,
];

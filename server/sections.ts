import type { FastifyInstance } from 'fastify';
import type { House } from './house.ts';
import { recordsRoutes } from './records/routes.ts';
import { attachmentsRoutes } from './sections/attachments/routes.ts';
import { authRoutes } from './sections/auth/routes.ts';
import { avatarRoutes } from './sections/avatar/routes.ts';
import { bookletsRoutes } from './sections/booklets/routes.ts';
import { buildingsRoutes } from './sections/buildings/routes.ts';
import { camerasRoutes } from './sections/cameras/routes.ts';
import { definitionsRoutes } from './sections/definitions/routes.ts';
import { demoRoutes } from './sections/demo/routes.ts';
import { devicesRoutes } from './sections/devices/routes.ts';
import { filesRoutes } from './sections/files/routes.ts';
import { newsChangeRoutes } from './sections/news/change-routes.ts';
import { newsRoutes } from './sections/news/routes.ts';
import { outboxRoutes } from './sections/outbox/routes.ts';
import { permissionsRoutes } from './sections/permissions/routes.ts';
import { profileRoutes } from './sections/profile/routes.ts';
import { passwordRoutes } from './sections/recovery/password.ts';
import { recoveryRoutes } from './sections/recovery/routes.ts';
import { servicesRoutes } from './sections/services/routes.ts';
import { ticketsRoutes } from './sections/tickets/routes.ts';

/** Every section of the backend in the box: a folder in `sections/` and a line here. */
export const SECTIONS: readonly ((app: FastifyInstance, house: House) => void)[] = [
  authRoutes,
  permissionsRoutes,
  profileRoutes,
  recoveryRoutes,
  passwordRoutes,
  avatarRoutes,
  devicesRoutes,
  ticketsRoutes,
  buildingsRoutes,
  servicesRoutes,
  newsRoutes,
  newsChangeRoutes,
  bookletsRoutes,
  camerasRoutes,
  attachmentsRoutes,
  filesRoutes,
  definitionsRoutes,
  recordsRoutes,
  demoRoutes,
  outboxRoutes,
];

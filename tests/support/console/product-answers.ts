import * as z from 'zod';
import { answerList, answerSaved } from '#resources/protocol/answers.ts';
import { attachmentsAnswer } from '#resources/protocol/attachments.ts';
import { avatarAnswer } from '#resources/protocol/avatar.ts';
import { bookletItem, bookletOne } from '#resources/protocol/booklets.ts';
import { buildingItem, buildingOne, porchOne } from '#resources/protocol/buildings.ts';
import { cameraItem, cameraOne, cameraSaved } from '#resources/protocol/cameras.ts';
import {
  chatContactsAnswer,
  chatPassAnswer,
  chatProfileAnswer,
  foundMessagesAnswer,
} from '#resources/protocol/chat.ts';
import { definitionApplied, definitionCheck, definitionsAnswer } from '#resources/protocol/definitions.ts';
import {
  buildingAccess,
  companyItem,
  employeeHistory,
  employeeOne,
  employeePage,
  employeeSaved,
  viewAnswer,
} from '#resources/protocol/employees.ts';
import { importAnswer, importRow } from '#resources/protocol/import.ts';
import { newsCreated, newsOne, newsPage, newsSaved, reachAnswer } from '#resources/protocol/news.ts';
import { deviceBody, socketTicket } from '#resources/protocol/notifications.ts';
import { permissionsAnswer } from '#resources/protocol/permissions.ts';
import { currentProfile } from '#resources/protocol/profile.ts';
import { meterOne, metersPage, readingListData, readingSaved } from '#resources/protocol/readings.ts';
import { recordImportAnswer } from '#resources/protocol/record-import.ts';
import { record, recordHistory, recordPointedAt } from '#resources/protocol/records.ts';
import { confirmCodeAnswer, ownCodeAnswer, sendCodeAnswer, setPasswordAnswer } from '#resources/protocol/recovery.ts';
import { residentOne, residentSaved, residentStatus } from '#resources/protocol/residents.ts';
import { searchPage, smartSearchAnswer } from '#resources/protocol/search.ts';
import { serviceItem } from '#resources/protocol/services.ts';
import { sessionsAnswer } from '#resources/protocol/sessions.ts';
import { buildingSettings, buildingSettingsAnswer, companyProfile } from '#resources/protocol/settings.ts';
import { setUpLookAnswer } from '#resources/protocol/setup.ts';
import { signInAnswer } from '#resources/protocol/sign-in.ts';
import {
  performersAnswer,
  taskChanges,
  taskCount,
  taskCreated,
  taskDetails,
  taskHistoryEntry,
  taskList,
  taskSaved,
  tasksByMessage,
} from '#resources/protocol/tasks.ts';

/** Status and shape of what a route answers when all goes well; no shape where it answers no body. */
export interface ProductAnswer {
  status: number;
  shape: z.ZodType | null;
}

const read = (shape: z.ZodType): ProductAnswer => ({ status: 200, shape });
const made = (shape: z.ZodType): ProductAnswer => ({ status: 201, shape });
const NOTHING: ProductAnswer = { status: 204, shape: null };

/**
 * What the routes of the product answer, each by its name as the server declares it. The made-up server of the console's tests
 * is held to it; that it says what the server declares is for `tests/server/product-answers.test.ts`.
 */
export const PRODUCT_ANSWERS: Readonly<Record<string, ProductAnswer>> = {
  'POST /api/anonymous/setup/': read(signInAnswer),
  'POST /api/anonymous/setup/look/': read(setUpLookAnswer),
  'POST /api/auth': read(signInAnswer),
  'POST /api/authorized/sign_out/': NOTHING,
  'POST /api/anonymous/forgot_pass/send_confirm_code/': read(sendCodeAnswer),
  'POST /api/anonymous/forgot_pass/confirm_reset_password/': read(confirmCodeAnswer),
  'POST /api/authorized/forgot_pass/send_confirm_code/': read(sendCodeAnswer),
  'POST /api/authorized/forgot_pass/confirm_reset_password/': read(ownCodeAnswer),
  'POST /api/crm/profile/set_password/': read(setPasswordAnswer),
  'GET /api/crm/profile/current/': read(currentProfile),
  'GET /api/crm/permissions/': read(permissionsAnswer),
  'POST /api/crm/avatar/': read(avatarAnswer),
  'DELETE /api/crm/avatar/delete_current/': NOTHING,
  'POST /api/authorized/devices/': made(deviceBody),
  'POST /api/authorized/socket-tickets/': made(socketTicket),
  'GET /api/authorized/sessions/': read(sessionsAnswer),
  'DELETE /api/authorized/sessions/:id/': NOTHING,
  'POST /api/authorized/confirm_password/': NOTHING,
  'POST /api/authorized/exports/records/:resource/': NOTHING,
  'POST /api/authorized/exports/residents/': NOTHING,
  'POST /api/authorized/exports/tasks/': NOTHING,
  'POST /api/authorized/exports/readings/': NOTHING,

  'GET /api/authorized/profile/': read(chatProfileAnswer),
  'GET /api/crm/chat-contacts/': read(chatContactsAnswer),
  'POST /api/authorized/chat-pass/': made(chatPassAnswer),
  'GET /api/crm/chat-messages/': read(foundMessagesAnswer),
  'GET /api/crm/answers/': read(answerList),
  'POST /api/crm/answers/': made(answerSaved),
  'PATCH /api/crm/answers/:id/': read(answerSaved),
  'DELETE /api/crm/answers/:id/': NOTHING,

  'GET /api/crm/buildings/': read(z.array(buildingItem)),
  'GET /api/crm/buildings/:id/': read(buildingOne),
  'GET /api/crm/buildings/:id/access/': read(buildingAccess),
  'GET /api/crm/porches/:id/': read(porchOne),
  'GET /api/crm/scenarios/companies/': read(z.array(companyItem)),
  'GET /api/crm/services/': read(z.array(serviceItem)),

  'GET /api/crm/news/': read(newsPage),
  'POST /api/crm/news/': made(newsCreated),
  'POST /api/crm/news/reach/': read(reachAnswer),
  'GET /api/crm/news/:id/': read(newsOne),
  'PATCH /api/crm/news/:id/': read(newsSaved),
  'DELETE /api/crm/news/:id/': NOTHING,
  'POST /api/crm/news/:id/restore/': read(newsSaved),
  'POST /api/authorized/attachments/': made(attachmentsAnswer),
  'DELETE /api/authorized/attachments/:id/': NOTHING,
  'GET /api/crm/booklets/': read(z.array(bookletItem)),
  'GET /api/crm/booklets/:id/': read(bookletOne),

  'GET /api/crm/tasks/': read(taskList),
  'POST /api/crm/tasks/': made(taskCreated),
  'GET /api/crm/tasks/count/': read(taskCount),
  'GET /api/crm/tasks/changes/': read(taskChanges),
  'GET /api/crm/tasks/by-message/': read(tasksByMessage),
  'GET /api/crm/tasks/:id/': read(taskDetails),
  'PATCH /api/crm/tasks/:id/': read(taskSaved),
  'POST /api/crm/tasks/:id/undo/': read(taskSaved),
  'POST /api/crm/tasks/:id/comments/': made(taskHistoryEntry),
  'GET /api/crm/performers/': read(performersAnswer),

  'POST /api/crm/search/smart_search/': read(smartSearchAnswer),
  'GET /api/crm/search/smart_search_by_tags/': read(searchPage),
  'POST /api/crm/residents/': made(residentSaved),
  'GET /api/crm/residents/:id/': read(residentOne),
  'PUT /api/crm/residents/:id/': read(residentSaved),
  'DELETE /api/crm/residents/:id/': NOTHING,
  'POST /api/crm/residents/:id/suspend/': read(residentStatus),
  'POST /api/crm/residents/:id/restore/': read(residentStatus),
  'POST /api/crm/import/convert_residents/': read(z.array(importRow)),
  'POST /api/crm/import/residents/': read(importAnswer),

  'GET /api/crm/scenarios/reading-list-data/': read(readingListData),
  'GET /api/crm/meters/': read(metersPage),
  'POST /api/crm/meters/': made(readingSaved),
  'GET /api/crm/meters/:id/': read(meterOne),
  'DELETE /api/crm/meters/passes/:id/': NOTHING,

  'GET /api/crm/cameras/': read(z.array(cameraItem)),
  'POST /api/crm/cameras/': made(cameraSaved),
  'GET /api/crm/cameras/:id/': read(cameraOne),
  'PUT /api/crm/cameras/:id/': read(cameraSaved),
  'DELETE /api/crm/cameras/:id/': NOTHING,

  'GET /api/crm/employee/': read(employeePage),
  'POST /api/crm/employee/': made(employeeSaved),
  'GET /api/crm/employee/:id/': read(employeeOne),
  'PUT /api/crm/employee/:id/': read(employeeSaved),
  'DELETE /api/crm/employee/:id/': read(employeeSaved),
  'GET /api/crm/employee/:id/history/': read(employeeHistory),
  'POST /api/crm/employee/:id/invite/': read(employeeSaved),
  'POST /api/crm/employee/:id/suspend/': read(employeeSaved),
  'POST /api/crm/employee/:id/restore/': read(employeeSaved),
  'POST /api/crm/employee/:id/view/': read(viewAnswer),
  'POST /api/crm/employee/view/end/': NOTHING,

  'GET /api/crm/settings/building/': read(buildingSettingsAnswer),
  'GET /api/crm/settings/building/:id/': read(buildingSettings),
  'PUT /api/crm/settings/building/:id/': read(buildingSettings),
  'GET /api/crm/settings/company-profile/': read(companyProfile),

  'GET /resources/definitions/': read(definitionsAnswer),
  'POST /resources/definitions/check/': read(definitionCheck),
  'POST /resources/definitions/apply/': read(definitionApplied),
  'GET /api/records/:resource': read(z.array(record)),
  'POST /api/records/:resource': made(record),
  'POST /api/records/:resource/import/': read(recordImportAnswer),
  'GET /api/records/:resource/references/:field/': read(z.array(recordPointedAt)),
  'GET /api/records/:resource/:id': read(record),
  'PUT /api/records/:resource/:id': read(record),
  'DELETE /api/records/:resource/:id': read(record),
  'GET /api/records/:resource/:id/history/': read(recordHistory),
  'POST /api/records/:resource/:id/restore/': read(record),
};

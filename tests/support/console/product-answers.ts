import * as z from 'zod';
import { permissionsAnswer } from '#resources/protocol/access/permissions.ts';
import {
  confirmCodeAnswer,
  ownCodeAnswer,
  sendCodeAnswer,
  setPasswordAnswer,
} from '#resources/protocol/access/recovery.ts';
import {
  enrolledAnswer,
  policyAnswer,
  recoveryCodesAnswer,
  resetFactorAnswer,
  secondFactorAnswer,
  secondStepAnswer,
  totpStartAnswer,
  webAuthnOptions,
} from '#resources/protocol/access/second-factor.ts';
import { sessionsAnswer } from '#resources/protocol/access/sessions.ts';
import { setUpLookAnswer } from '#resources/protocol/access/setup.ts';
import { signInAnswer } from '#resources/protocol/access/sign-in.ts';
import {
  buildingClosed,
  buildingMade,
  closedBuildings,
  partsAdded,
  passportSaved,
  tiesAnswer,
  unitSaved,
} from '#resources/protocol/buildings/building-plan.ts';
import { buildingDetails, buildingItem, porchDetails } from '#resources/protocol/buildings/buildings.ts';
import { cameraDetails, cameraItem, cameraSaved } from '#resources/protocol/buildings/cameras.ts';
import { buildingSettings, buildingSettingsAnswer, companyProfile } from '#resources/protocol/buildings/settings.ts';
import { bulkAnswer } from '#resources/protocol/bulk.ts';
import { answerList, answerSaved } from '#resources/protocol/chat/answers.ts';
import {
  chatContactsAnswer,
  chatPassAnswer,
  chatProfileAnswer,
  foundMessagesAnswer,
  lastMessagesAnswer,
} from '#resources/protocol/chat/chat.ts';
import { boardOrderAnswer, boardOrderUndone } from '#resources/protocol/definitions/board-order.ts';
import { recordComment, recordComments, recordFollowing } from '#resources/protocol/definitions/comments.ts';
import { definitionApplied, definitionCheck, definitionsAnswer } from '#resources/protocol/definitions/definitions.ts';
import { deletionEffects } from '#resources/protocol/definitions/deletion.ts';
import {
  definitionExamples,
  definitionFile,
  definitionFileRemoved,
  definitionFileSaved,
  definitionFiles,
  definitionFileVersion,
  definitionFileVersions,
} from '#resources/protocol/definitions/files.ts';
import { recordImportAnswer } from '#resources/protocol/definitions/record-import.ts';
import {
  record,
  recordGroups,
  recordHistory,
  recordTotals,
  referenceItem,
} from '#resources/protocol/definitions/records.ts';
import { firstStepsAnswer } from '#resources/protocol/first-steps/first-steps.ts';
import { importAnswer, importRow } from '#resources/protocol/import/import.ts';
import { journalAnswer } from '#resources/protocol/journal/journal.ts';
import { attachmentsAnswer } from '#resources/protocol/news/attachments.ts';
import { bookletDetails, bookletItem } from '#resources/protocol/news/booklets.ts';
import { newsCreated, newsDetails, newsPage, newsSaved, reachAnswer } from '#resources/protocol/news/news.ts';
import { deviceBody, noticesAnswer, socketTicket } from '#resources/protocol/notifications.ts';
import { avatarAnswer } from '#resources/protocol/people/avatar.ts';
import {
  buildingAccess,
  companyItem,
  employeeDetails,
  employeeHistory,
  employeePage,
  employeeSaved,
  handedLink,
  viewAnswer,
} from '#resources/protocol/people/employees.ts';
import { currentProfile } from '#resources/protocol/people/profile.ts';
import {
  residentDetails,
  residentInvitationAnswer,
  residentSaved,
  residentStatus,
} from '#resources/protocol/people/residents.ts';
import {
  archiveAnswer,
  erasedAnswer,
  peopleAnswer,
  personalDataAnswer,
} from '#resources/protocol/personal-data/personal-data.ts';
import { meterDetails, metersPage, readingListData, readingSaved } from '#resources/protocol/readings/readings.ts';
import { bulkPerformers } from '#resources/protocol/requests/bulk-tasks.ts';
import { serviceItem } from '#resources/protocol/requests/services.ts';
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
} from '#resources/protocol/requests/tasks.ts';
import { everythingAnswer } from '#resources/protocol/search/everything.ts';
import { searchPage, smartSearchAnswer } from '#resources/protocol/search/search.ts';
import { handoverSaved, noteSaved, shiftAnswer, waitingAnswer } from '#resources/protocol/shift/shift.ts';
import { statusAnswer } from '#resources/protocol/status/status.ts';
import { viewSaved, viewsAnswer } from '#resources/protocol/views/views.ts';
import { webhookDeliveries, webhookQueued, webhookSecret } from '#resources/protocol/webhooks/webhooks.ts';
import { DIRECTORIES } from '#resources/sections/directories.ts';

/** Status and shape of what a route answers when all goes well; no shape where it answers no body. */
export interface ProductAnswer {
  status: number;
  shape: z.ZodType | null;
}

const read = (shape: z.ZodType): ProductAnswer => ({ status: 200, shape });
const made = (shape: z.ZodType): ProductAnswer => ({ status: 201, shape });
const NOTHING: ProductAnswer = { status: 204, shape: null };

/** The routes of a list that a company sets up for itself. */
const directoryAnswers = (path: string): [string, ProductAnswer][] => [
  [`GET ${path}`, read(z.array(record))],
  [`GET ${path}:id/`, read(record)],
  [`POST ${path}`, made(record)],
  [`PUT ${path}:id/`, read(record)],
  [`DELETE ${path}:id/`, read(record)],
  [`POST ${path}:id/restore/`, read(record)],
];

/**
 * Answers of the product's routes, each by its name as the server declares it. The made-up server of the console's tests
 * is held to it; that it says what the server declares is for `tests/server/http/product-answers.test.ts`.
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
  'GET /api/authorized/notifications/': read(noticesAnswer),
  'POST /api/authorized/notifications/read/': NOTHING,
  'GET /api/authorized/second-factor/': read(secondFactorAnswer),
  'POST /api/authorized/second-factor/totp/': read(totpStartAnswer),
  'POST /api/authorized/second-factor/totp/confirm/': read(enrolledAnswer),
  'POST /api/authorized/second-factor/passkeys/': read(webAuthnOptions),
  'POST /api/authorized/second-factor/passkeys/confirm/': read(enrolledAnswer),
  'POST /api/authorized/second-factor/remove/': NOTHING,
  'POST /api/authorized/second-factor/recovery-codes/': read(recoveryCodesAnswer),
  'POST /api/anonymous/second-factor/': read(secondStepAnswer),
  'POST /api/anonymous/second-factor/passkey/': read(webAuthnOptions),
  'GET /api/authorized/second-factor-policy/': read(policyAnswer),
  'PUT /api/authorized/second-factor-policy/': read(policyAnswer),
  'POST /api/crm/employee/:id/second-factor/reset/': read(resetFactorAnswer),
  'GET /api/authorized/sessions/': read(sessionsAnswer),
  'GET /api/authorized/journal/': read(journalAnswer),
  'GET /api/authorized/status/': read(statusAnswer),
  'GET /api/authorized/personal-data/': read(peopleAnswer),
  'GET /api/authorized/personal-data/:id/': read(personalDataAnswer),
  'POST /api/authorized/personal-data/:id/export/': read(archiveAnswer),
  'POST /api/authorized/personal-data/:id/erase/': read(erasedAnswer),
  'GET /api/authorized/views/': read(viewsAnswer),
  'POST /api/authorized/views/': made(viewSaved),
  'DELETE /api/authorized/views/:id/': NOTHING,
  'DELETE /api/authorized/sessions/:id/': NOTHING,
  'POST /api/authorized/confirm_password/': NOTHING,
  'POST /api/authorized/exports/records/:resource/': NOTHING,
  'POST /api/authorized/exports/residents/': NOTHING,
  'POST /api/authorized/exports/tasks/': NOTHING,
  'POST /api/authorized/exports/readings/': NOTHING,
  'POST /api/authorized/exports/journal/': NOTHING,

  'GET /api/authorized/profile/': read(chatProfileAnswer),
  'GET /api/crm/chat-contacts/': read(chatContactsAnswer),
  'POST /api/authorized/chat-pass/': made(chatPassAnswer),
  'GET /api/crm/chat-messages/': read(foundMessagesAnswer),
  'GET /api/crm/chat-messages/last/': read(lastMessagesAnswer),
  'GET /api/crm/shift/': read(shiftAnswer),
  'GET /api/crm/shift/waiting/': read(waitingAnswer),
  'POST /api/crm/shift/handovers/': made(handoverSaved),
  'POST /api/crm/shift/handovers/:id/accept/': read(handoverSaved),
  'DELETE /api/crm/shift/handovers/:id/': NOTHING,
  'POST /api/crm/shift/notes/': made(noteSaved),
  'DELETE /api/crm/shift/notes/:id/': NOTHING,
  'GET /api/crm/answers/': read(answerList),
  'POST /api/crm/answers/': made(answerSaved),
  'PATCH /api/crm/answers/:id/': read(answerSaved),
  'DELETE /api/crm/answers/:id/': NOTHING,

  'GET /api/crm/buildings/': read(z.array(buildingItem)),
  'GET /api/crm/buildings/:id/': read(buildingDetails),
  'GET /api/crm/buildings/:id/access/': read(buildingAccess),
  'GET /api/crm/porches/:id/': read(porchDetails),
  'GET /api/crm/scenarios/companies/': read(z.array(companyItem)),
  'GET /api/crm/services/': read(z.array(serviceItem)),

  'GET /api/crm/news/': read(newsPage),
  'POST /api/crm/news/': made(newsCreated),
  'POST /api/crm/news/reach/': read(reachAnswer),
  'GET /api/crm/news/:id/': read(newsDetails),
  'PATCH /api/crm/news/:id/': read(newsSaved),
  'DELETE /api/crm/news/:id/': NOTHING,
  'POST /api/crm/news/:id/restore/': read(newsSaved),
  'POST /api/authorized/attachments/': made(attachmentsAnswer),
  'DELETE /api/authorized/attachments/:id/': NOTHING,
  'GET /api/crm/booklets/': read(z.array(bookletItem)),
  'GET /api/crm/booklets/:id/': read(bookletDetails),

  'GET /api/crm/tasks/': read(taskList),
  'POST /api/crm/tasks/': made(taskCreated),
  'GET /api/crm/tasks/count/': read(taskCount),
  'GET /api/crm/tasks/changes/': read(taskChanges),
  'GET /api/crm/tasks/by-message/': read(tasksByMessage),
  'GET /api/crm/tasks/performers/': read(performersAnswer),
  'POST /api/crm/tasks/bulk/': read(bulkAnswer),
  'GET /api/crm/tasks/bulk/performers/': read(bulkPerformers),
  'GET /api/crm/tasks/:id/': read(taskDetails),
  'PATCH /api/crm/tasks/:id/': read(taskSaved),
  'POST /api/crm/tasks/:id/undo/': read(taskSaved),
  'POST /api/crm/tasks/:id/comments/': made(taskHistoryEntry),
  'GET /api/crm/performers/': read(performersAnswer),

  'GET /api/crm/search/everything/': read(everythingAnswer),
  'POST /api/crm/search/smart_search/': read(smartSearchAnswer),
  'GET /api/crm/search/smart_search_by_tags/': read(searchPage),
  'POST /api/crm/residents/': made(residentSaved),
  'GET /api/crm/residents/invitation/': read(residentInvitationAnswer),
  'GET /api/crm/residents/:id/': read(residentDetails),
  'PUT /api/crm/residents/:id/': read(residentSaved),
  'DELETE /api/crm/residents/:id/': NOTHING,
  'POST /api/crm/residents/:id/suspend/': read(residentStatus),
  'POST /api/crm/residents/:id/restore/': read(residentStatus),
  'POST /api/crm/import/convert_residents/': read(z.array(importRow)),
  'POST /api/crm/import/residents/': read(importAnswer),

  'GET /api/crm/scenarios/reading-list-data/': read(readingListData),
  'GET /api/crm/meters/': read(metersPage),
  'POST /api/crm/meters/': made(readingSaved),
  'GET /api/crm/meters/:id/': read(meterDetails),
  'DELETE /api/crm/meters/passes/:id/': NOTHING,

  'GET /api/crm/cameras/': read(z.array(cameraItem)),
  'POST /api/crm/cameras/': made(cameraSaved),
  'GET /api/crm/cameras/:id/': read(cameraDetails),
  'PUT /api/crm/cameras/:id/': read(cameraSaved),
  'DELETE /api/crm/cameras/:id/': NOTHING,

  'GET /api/crm/employee/': read(employeePage),
  'POST /api/crm/employee/': made(employeeSaved),
  'GET /api/crm/employee/:id/': read(employeeDetails),
  'PUT /api/crm/employee/:id/': read(employeeSaved),
  'DELETE /api/crm/employee/:id/': read(employeeSaved),
  'GET /api/crm/employee/:id/history/': read(employeeHistory),
  'POST /api/crm/employee/:id/invite/': read(employeeSaved),
  'GET /api/authorized/first-steps/': read(firstStepsAnswer),
  'PUT /api/authorized/first-steps/': read(firstStepsAnswer),
  'POST /api/crm/employee/:id/link/': read(handedLink),
  'POST /api/crm/employee/:id/suspend/': read(employeeSaved),
  'POST /api/crm/employee/:id/restore/': read(employeeSaved),
  'POST /api/crm/employee/:id/view/': read(viewAnswer),
  'POST /api/crm/employee/view/end/': NOTHING,

  'POST /api/crm/settings/building/': made(buildingMade),
  'POST /api/crm/settings/building/import/': read(recordImportAnswer),
  'POST /api/crm/settings/building/units/import/': read(recordImportAnswer),
  'GET /api/crm/settings/building/closed/': read(closedBuildings),
  'GET /api/crm/settings/building/:id/passport/': read(passportSaved),
  'PUT /api/crm/settings/building/:id/passport/': read(passportSaved),
  'POST /api/crm/settings/building/:id/parts/': read(partsAdded),
  'PUT /api/crm/settings/building/:id/units/:unit/': read(unitSaved),
  'DELETE /api/crm/settings/building/:id/units/:unit/': NOTHING,
  'GET /api/crm/settings/building/:id/ties/': read(tiesAnswer),
  'POST /api/crm/settings/building/:id/close/': read(buildingClosed),
  'POST /api/crm/settings/building/:id/reopen/': read(buildingClosed),
  'GET /api/crm/settings/building/': read(buildingSettingsAnswer),
  'GET /api/crm/settings/building/:id/': read(buildingSettings),
  'PUT /api/crm/settings/building/:id/': read(buildingSettings),
  'GET /api/crm/settings/company-profile/': read(companyProfile),

  'GET /resources/definitions/': read(definitionsAnswer),
  'POST /resources/definitions/check/': read(definitionCheck),
  'POST /resources/definitions/apply/': read(definitionApplied),
  'GET /resources/definitions/examples/': read(definitionExamples),
  'GET /resources/definitions/files/': read(definitionFiles),
  'GET /resources/definitions/files/:file/': read(definitionFile),
  'PUT /resources/definitions/files/:file/': read(definitionFileSaved),
  'DELETE /resources/definitions/files/:file/': read(definitionFileRemoved),
  'GET /resources/definitions/files/:file/versions/': read(definitionFileVersions),
  'GET /resources/definitions/files/:file/versions/:version/': read(definitionFileVersion),
  'GET /api/records/:resource': read(z.array(record)),
  'POST /api/records/:resource': made(record),
  'POST /api/records/:resource/import/': read(recordImportAnswer),
  'GET /api/records/:resource/totals/': read(recordTotals),
  'GET /api/records/:resource/groups/': read(recordGroups),
  'GET /api/records/:resource/references/:field/': read(z.array(referenceItem)),
  'GET /api/records/:resource/deletion/': read(deletionEffects),
  'GET /api/records/:resource/:id': read(record),
  'PUT /api/records/:resource/:id': read(record),
  'DELETE /api/records/:resource/:id': read(record),
  'GET /api/records/:resource/:id/history/': read(recordHistory),
  'GET /api/records/:resource/:id/comments/': read(recordComments),
  'POST /api/records/:resource/:id/comments/': made(recordComment),
  'DELETE /api/records/:resource/:id/comments/:comment/': NOTHING,
  'PUT /api/records/:resource/:id/following/': read(recordFollowing),
  'POST /api/records/:resource/:id/restore/': read(record),
  'POST /api/records/:resource/bulk/': read(bulkAnswer),
  'POST /api/records/:resource/:id/move/': read(record),
  'POST /api/records/:resource/:id/move/undo/': read(record),
  'POST /api/records/:resource/:id/order/': read(boardOrderAnswer),
  'POST /api/records/:resource/:id/order/undo/': read(boardOrderUndone),
  'POST /api/crm/directories/webhooks/:id/secret/': read(webhookSecret),
  'POST /api/crm/directories/webhooks/:id/ping/': read(webhookQueued),
  'GET /api/crm/directories/webhooks/:id/deliveries/': read(webhookDeliveries),
  'POST /api/crm/directories/webhooks/:id/deliveries/:delivery/resend/': read(webhookQueued),
  ...Object.fromEntries(Object.values(DIRECTORIES).flatMap(({ api }) => directoryAnswers(api.path))),
};

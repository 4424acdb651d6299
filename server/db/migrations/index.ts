import type { Migration } from 'kysely';
import { language } from './0001-language.ts';
import { people } from './0002-people.ts';
import { places } from './0003-places.ts';
import { news } from './0004-news.ts';
import { tasks } from './0005-tasks.ts';
import { operations } from './0006-operations.ts';
import { chat } from './0007-chat.ts';
import { system } from './0008-system.ts';
import { sessions } from './0009-sessions.ts';
import { newsUndo } from './0010-news-undo.ts';
import { accessTold } from './0011-access-told.ts';
import { taskBoard } from './0012-task-board.ts';
import { residents } from './0013-residents.ts';
import { importRuns } from './0014-import.ts';
import { readings } from './0015-readings.ts';
import { buildingSettings } from './0016-building-settings.ts';
import { employees } from './0017-employees.ts';
import { chatInBox } from './0018-chat-in-box.ts';
import { cannedAnswers } from './0019-answers.ts';
import { lateNotifications } from './0020-late-notifications.ts';
import { searchTerms } from './0022-search-terms.ts';
import { givenReadings } from './0023-given-readings.ts';
import { chatOwnIds } from './0024-chat-own-ids.ts';
import { definitions } from './0025-definitions.ts';
import { searchIndexes } from './0028-search-indexes.ts';
import { storiesTold } from './0033-stories-told.ts';
import { servicesTold } from './0034-services-told.ts';
import { newsVersion } from './0037-news-version.ts';
import { sentCalls } from './0038-sent-calls.ts';
import { recordIndexes } from './0039-record-indexes.ts';
import { invitationsTold } from './0040-invitations-told.ts';
import { recordVersions } from './0042-record-versions.ts';
import { securityEvents } from './0043-security-events.ts';
import { sessionList } from './0044-session-list.ts';
import { installation } from './0050-installation.ts';
import { searchEverything } from './0051-search-everything.ts';
import { taskCaller } from './0052-task-caller.ts';
import { journal } from './0053-journal.ts';
import { shift } from './0054-shift.ts';
import { savedViews } from './0055-saved-views.ts';
import { taskEdits } from './0058-task-edits.ts';
import { erasedPeople } from './0059-erased-people.ts';
import { newsLater } from './0060-news-later.ts';
import { secondFactor } from './0061-second-factor.ts';
import { recordNumbers } from './0062-record-numbers.ts';
import { closedBuildings } from './0066-closed-buildings.ts';
import { directories } from './0070-directories.ts';
import { firstSteps } from './0071-first-steps.ts';
import { setUpNames } from './0072-set-up-names.ts';
import { recordComments } from './0074-record-comments.ts';
import { definitionVersions } from './0075-definition-versions.ts';
import { webhooks } from './0076-webhooks.ts';
import { jobs } from './0077-jobs.ts';
import { recordOrder } from './0078-record-order.ts';
import { filesSetAside } from './0079-files-set-aside.ts';

/**
 * All migrations by name, in their order. Never edit a released migration; add a new one. There are no down migrations: to go
 * back, restore a backup.
 */
export const migrations: Record<string, Migration> = {
  '0001-language': language,
  '0002-people': people,
  '0003-places': places,
  '0004-news': news,
  '0005-tasks': tasks,
  '0006-operations': operations,
  '0007-chat': chat,
  '0008-system': system,
  '0009-sessions': sessions,
  '0010-news-undo': newsUndo,
  '0011-access-told': accessTold,
  '0012-task-board': taskBoard,
  '0013-residents': residents,
  '0014-import': importRuns,
  '0015-readings': readings,
  '0016-building-settings': buildingSettings,
  '0017-employees': employees,
  '0018-chat-in-box': chatInBox,
  '0019-answers': cannedAnswers,
  '0020-late-notifications': lateNotifications,
  '0022-search-terms': searchTerms,
  '0023-given-readings': givenReadings,
  '0024-chat-own-ids': chatOwnIds,
  '0025-definitions': definitions,
  '0028-search-indexes': searchIndexes,
  '0033-stories-told': storiesTold,
  '0034-services-told': servicesTold,
  '0037-news-version': newsVersion,
  '0038-sent-calls': sentCalls,
  '0039-record-indexes': recordIndexes,
  '0040-invitations-told': invitationsTold,
  '0042-record-versions': recordVersions,
  '0043-security-events': securityEvents,
  '0044-session-list': sessionList,
  '0050-installation': installation,
  '0051-search-everything': searchEverything,
  '0052-task-caller': taskCaller,
  '0053-journal': journal,
  '0054-shift': shift,
  '0055-saved-views': savedViews,
  '0058-task-edits': taskEdits,
  '0059-erased-people': erasedPeople,
  '0060-news-later': newsLater,
  '0061-second-factor': secondFactor,
  '0062-record-numbers': recordNumbers,
  '0066-closed-buildings': closedBuildings,
  '0070-directories': directories,
  '0071-first-steps': firstSteps,
  '0072-set-up-names': setUpNames,
  '0074-record-comments': recordComments,
  '0075-definition-versions': definitionVersions,
  '0076-webhooks': webhooks,
  '0077-jobs': jobs,
  '0078-record-order': recordOrder,
  '0079-files-set-aside': filesSetAside,
};

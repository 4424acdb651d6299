/** A word of the console, what it stands for, and what is never said in its place. */
interface Term {
  word: string;
  /** When it is used. */
  means: string;
  never: readonly RegExp[];
  /** Keys, or beginnings of keys, where the specification has another wording. */
  except?: readonly string[];
}

/**
 * One word for one thing, in every text that a user sees; `tests/console/texts.test.ts` holds all texts to it. The wording of the
 * specification is exact and wins.
 */
export const glossary: readonly Term[] = [
  { word: 'Скачать CSV', means: 'saves a list as a file', never: [/выгру[зж]/i, /экспорт/i] },
  { word: 'Печать', means: 'prints what is shown', never: [/напечатать/i, /распечатать/i] },
  {
    word: 'Повторить',
    means: 'button: asks once more for what did not come',
    never: [/^попробовать ещё раз$/i, /^попробовать снова$/i, /^загрузить ещё раз$/i],
  },
  { word: 'Отменить', means: 'button: gives up a choice or a form', never: [/^отмена$/i] },
  { word: 'Закрыть', means: 'closes what lies over the page', never: [/^скрыть окно$/i] },
  { word: 'Удалить', means: 'takes a record away', never: [/стереть/i] },
  {
    word: 'Убрать',
    means: 'takes one of several out of a form or a list; the thing itself stays',
    never: [/открепить/i],
  },
  { word: 'Изменить', means: 'changes in place', never: [/(?<![а-яё])править/i, /отредактировать/i] },
  { word: 'Редактировать', means: 'menu of a record: leads to its form', never: [/редактирование записи/i] },
  { word: 'Скопировать', means: 'puts into the clipboard', never: [/копировать в буфер/i] },
  {
    word: 'Прикрепить',
    means: 'adds a file to what is written',
    never: [/прилож(ите|ить)(?![а-яё])/i, /добавить (файл|вложение)/i],
  },
  {
    word: 'Показать ещё',
    means: 'button: brings the next part of a list',
    never: [/^загрузить ещё$/i, /^ещё записи$/i],
  },
  {
    word: 'Нет совпадений',
    means: 'what is searched or picked from has nothing that fits; a whole list without records says «Нет результатов»',
    never: [/ничего не найдено/i, /не найдено совпадений/i],
  },
  { word: 'Обновить страницу', means: 'loads the whole page anew', never: [/перезагрузить/i, /перезагрузите/i] },
  { word: 'картинка', means: 'a picture file; of a person or a house, «фото»', never: [/изображени/i] },
  {
    word: 'учётная запись',
    means: 'what somebody signs in to',
    never: [/аккаунт/i],
    // Google's name for its file.
    except: ['start.expected.serviceAccount'],
  },
  {
    word: 'отменена',
    means: 'of a request that nobody will do; «завершена» is said of both ends',
    never: [/закрыт(а|ую) заявк/i],
  },
  {
    word: 'недоступен',
    means: 'is not open to somebody, in one word; so is «неизвестен»',
    never: [/не (доступ(ен|на|но|ны)|извест(ен|на|но|ны))(?![а-яё])/i],
  },
  {
    word: '…',
    means: 'goes on, in one character',
    never: [/\.\.\./],
    // CONST-03, CHAT-23: exact.
    except: ['hold.holding', 'chats.more'],
  },
  { word: 'no-break spaces', means: 'set by `typeset`, never written into a text', never: [/\u00a0/] },
  { word: 'заявка', means: 'work to be done in a building', never: [/тикет/i, /задач[аиуе]/i] },
  { word: 'обращение', means: 'complaint, idea or gratitude together', never: [/фидбек/i, /отзыв/i] },
  {
    word: 'объявление',
    means: 'what the section «Новости» publishes',
    never: [/публикаци[яию]/i, /опубликованн(ая|ую) новость/i],
  },
  {
    word: 'резидент',
    means: 'a person of the section «Резиденты»; in a whole sentence about the people of a house, «житель»',
    never: [/жилец|жильц/i, /абонент/i],
  },
  { word: 'сотрудник', means: 'somebody of the company', never: [/работник/i, /персонал(?!ьн)/i] },
  { word: 'исполнитель', means: 'the employee a request is given to', never: [/ответственн/i] },
  {
    word: 'быстрый ответ',
    means: 'a prepared text of the chat',
    never: [/шаблон ответа/i, /заготовк/i, /готовы[ей] ответ/i],
  },
  { word: 'адресат', means: 'whom an announcement is for', never: [/получател/i] },
  { word: 'услуга', means: 'what a request asks for and its performer does', never: [/виды? работ/i] },
  { word: 'колонка', means: 'of the board; a table has «столбец»', never: [/столбц[аеуы] (доски|заявок)/i] },
  { word: 'подъезд', means: 'an entrance; «вход» is the column of the found flats', never: [/парадн/i] },
  { word: 'черновик', means: 'what was typed and not sent', never: [/автосохранени/i] },
  {
    word: 'СМС',
    means: 'a text message',
    never: [/\bSMS\b/, /смс-?сообщени/i],
    except: ['recovery', 'api.wrongCode', 'validation.code'],
  },
  {
    word: 'present tense',
    means: 'of a person whose gender is not known: «добавляет», «в сети»',
    never: [/\((а|ла|ась)\)/],
    // NOTIF-13, NOTIF-14: exact.
    except: ['notices.title'],
  },
  { word: '№ 128', means: 'a number of a thing, after a space', never: [/№(?=[\d%])/] },
  { word: '–', means: 'the dash of all texts', never: [/—/, / - /] },
  {
    word: '«…»',
    means: 'the quotes of all texts',
    never: [/"[^"]*"/],
    except: ['validation.services', 'definitions', 'start', 'staging'],
  },
  {
    word: 'ё',
    means: 'written where it is read',
    never: [/\b(еще|свое|ее|счет|идет|придет)\b/i, /(?<![а-яё])(еще|ее|счетчик[а-я]*|зеленый)(?![а-яё])/i],
  },
];

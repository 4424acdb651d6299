import type { FastifyInstance } from 'fastify';
import {
  enrolledAnswer,
  passkeyConfirmBody,
  SECOND_FACTOR_LIMITS,
  SECOND_FACTOR_PATH,
  secondFactorAnswer,
  totpConfirmBody,
  totpStartAnswer,
  webAuthnOptions,
} from '#resources/protocol/access/second-factor.ts';
import { requireRecentConfirmation } from '#server/access/confirmed.ts';
import { countSecondStepAttempt } from '#server/access/pending.ts';
import type { Reader } from '#server/access/reader.ts';
import { findRelyingParty } from '#server/access/relying-party.ts';
import { findFactors } from '#server/access/second-factor.ts';
import type { ServerContext } from '#server/context.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { findMatchingStep, newTotpSecret, totpUri } from './codes.ts';
import { enrolFactor } from './enrol.ts';
import { policyRoutes } from './policy-routes.ts';
import {
  findChallenge,
  findTotpFactor,
  insertPasskey,
  insertTotp,
  selectAccount,
  selectPasskeys,
  storeChallenge,
} from './queries.ts';
import { removeRoutes } from './remove-routes.ts';
import { secondStepRoutes } from './step-routes.ts';
import { registrationOptions, verifyNewPasskey } from './web-authn.ts';

/**
 * Access to the reader's own second factor, also with an enrolment token, by which people set up a required factor before
 * anything else.
 */
const ENROL_ACCESS = { kind: 'staff', scope: 'none', own: true, tokens: ['enrolment'] } as const;
const TOTP_PATH = `${SECOND_FACTOR_PATH}totp/`;
const PASSKEYS_PATH = `${SECOND_FACTOR_PATH}passkeys/`;

/** The second factor of signing in: codes of an app, passkeys, recovery codes, and the levels that require it. */
export function secondFactorRoutes(app: FastifyInstance, context: ServerContext): void {
  secondStepRoutes(app, context);
  overviewRoute(app, context);
  totpRoutes(app, context);
  passkeyRoutes(app, context);
  removeRoutes(app, context);
  policyRoutes(app, context);
}

/**
 * Requires a recently confirmed password, so that an unattended console is not enough to add a factor; holders of an enrolment
 * token have just typed it.
 */
async function requireRecentPassword(context: ServerContext, reader: Reader): Promise<void> {
  if (reader.token.purpose === 'session') await requireRecentConfirmation(context, reader);
}

function overviewRoute(app: FastifyInstance, { db, settings }: ServerContext): void {
  route(app, {
    method: 'GET',
    url: SECOND_FACTOR_PATH,
    summary: 'Свой двухэтапный вход: приложение, ключи доступа, сколько осталось кодов восстановления',
    access: ENROL_ACCESS,
    answer: secondFactorAnswer,
    example: () => ({ url: SECOND_FACTOR_PATH }),
    handle: async ({ reader, request }) => {
      const factors = await findFactors(db, reader.user);
      const totp = await findTotpFactor(db, reader.user);
      const passkeys = await selectPasskeys(db, reader.user);
      return {
        totp: totp?.created_at.toISOString() ?? null,
        passkeys: passkeys.map(({ id, name, created_at, last_used_at }) => ({
          id,
          name,
          created_at: created_at.toISOString(),
          last_used_at: last_used_at?.toISOString() ?? null,
        })),
        recovery_left: factors.recovery,
        required: factors.asked,
        passkeys_possible: findRelyingParty(settings.publicUrl, request.headers.host) !== null,
      };
    },
  });
}

function totpRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db, now, settings } = context;

  route(app, {
    method: 'POST',
    url: TOTP_PATH,
    summary: 'Ключ для приложения, которое будет показывать коды; выдаётся один раз',
    access: ENROL_ACCESS,
    answer: totpStartAnswer,
    example: () => ({ url: TOTP_PATH }),
    handle: async ({ reader }) => {
      await requireRecentPassword(context, reader);
      if (await findTotpFactor(db, reader.user)) throw new ApiError('factor_there');
      const { secret, shown: displayedSecret } = await newTotpSecret();
      await storeChallenge(db, { token: reader.token.id, user: reader.user }, { purpose: 'totp', secret }, now());
      const { phone } = await selectAccount(db, reader.user);
      return { secret: displayedSecret, uri: await totpUri(settings.productName, phone ?? '', displayedSecret) };
    },
  });

  route(app, {
    method: 'POST',
    url: `${TOTP_PATH}confirm/`,
    summary: 'Первый код из приложения: с этого момента вход двухэтапный',
    access: ENROL_ACCESS,
    body: totpConfirmBody,
    answer: enrolledAnswer,
    example: async (world) => {
      const { secret } = totpStartAnswer.parse(await world.send('POST', { url: TOTP_PATH }));
      return { url: `${TOTP_PATH}confirm/`, body: { code: await world.appCode(secret) } };
    },
    handle: async ({ reader, body, request }) => {
      const { id } = reader.token;
      const challenge = await findChallenge(db, id, 'totp', now());
      if (!challenge?.secret || !(await countSecondStepAttempt(db, id, 'totp', now())))
        throw new ApiError('second_step_over');
      const { secret } = challenge;
      const step = await findMatchingStep(secret, body.code, now());
      if (step === null) throw new FieldsError({ code: ['api.wrongSecondFactor.totp'] });
      return enrolFactor(context, { reader, request }, 'totp', async (trx) => {
        if (!(await insertTotp(trx, reader.user, { secret, step }, now()))) throw new ApiError('factor_there');
        return { factor: 'totp' };
      });
    },
  });
}

function passkeyRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db, now, settings } = context;

  route(app, {
    method: 'POST',
    url: PASSKEYS_PATH,
    summary: 'Что нужно браузеру, чтобы создать ключ доступа',
    access: ENROL_ACCESS,
    answer: webAuthnOptions,
    example: () => ({ url: PASSKEYS_PATH }),
    handle: async ({ reader, request }) => {
      await requireRecentPassword(context, reader);
      const party = findRelyingParty(settings.publicUrl, request.headers.host);
      if (!party) throw new ApiError('no_passkeys_here');
      const passkeys = await selectPasskeys(db, reader.user);
      if (passkeys.length >= SECOND_FACTOR_LIMITS.passkeys) throw new ApiError('too_many_passkeys');
      const { phone } = await selectAccount(db, reader.user);
      const options = await registrationOptions(party, {
        product: settings.productName,
        phone: phone ?? '',
        passkeys,
      });
      const newChallenge = { purpose: 'passkey', challenge: options.challenge } as const;
      await storeChallenge(db, { token: reader.token.id, user: reader.user }, newChallenge, now());
      return { options: { ...options } };
    },
  });

  route(app, {
    method: 'POST',
    url: `${PASSKEYS_PATH}confirm/`,
    summary: 'Ключ доступа, который создал браузер',
    access: ENROL_ACCESS,
    body: passkeyConfirmBody,
    answer: enrolledAnswer,
    example: async (world) => {
      const { options } = webAuthnOptions.parse(await world.send('POST', { url: PASSKEYS_PATH }));
      return {
        url: `${PASSKEYS_PATH}confirm/`,
        body: { name: 'Рабочий ноутбук', response: world.makePasskey(options) },
      };
    },
    handle: async ({ reader, body, request }) => {
      const { id } = reader.token;
      const party = findRelyingParty(settings.publicUrl, request.headers.host);
      const challenge = (await findChallenge(db, id, 'passkey', now()))?.challenge;
      if (!party || !challenge) throw new ApiError('second_step_over');
      const passkey = await verifyNewPasskey(party, challenge, body.response, request.log);
      if (!passkey) throw new FieldsError({ response: ['api.wrongSecondFactor.passkey'] });
      return enrolFactor(context, { reader, request }, 'passkey', async (trx) => {
        const isNew = await insertPasskey(trx, reader.user, { ...passkey, name: body.name }, now());
        if (!isNew) throw new ApiError('too_many_passkeys');
        return { factor: 'passkey', name: body.name };
      });
    },
  });
}

import type { FastifyInstance } from 'fastify';
import {
  enrolledAnswer,
  passkeyConfirmBody,
  SECOND_FACTOR_LIMITS,
  SECOND_FACTOR_PATH,
  secondFactorAnswer,
  totpBegunAnswer,
  totpConfirmBody,
  webAuthnOptions,
} from '#resources/protocol/access/second-factor.ts';
import { mustHaveConfirmed } from '#server/access/confirmed.ts';
import { countTry } from '#server/access/pending.ts';
import type { Reader } from '#server/access/reader.ts';
import { relyingParty } from '#server/access/relying-party.ts';
import { findFactors } from '#server/access/second-factor.ts';
import type { ServerContext } from '#server/context.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { matchingStep, newSecret, totpUri } from './codes.ts';
import { enrol } from './enrol.ts';
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
import { madePasskey, registrationOptions } from './web-authn.ts';

/** Of one's own second factor; also for people that have to set one up before anything else. */
const ENROL = { kind: 'staff', scope: 'none', own: true, tokens: ['enrolment'] } as const;
const TOTP = `${SECOND_FACTOR_PATH}totp/`;
const PASSKEYS = `${SECOND_FACTOR_PATH}passkeys/`;

/**
 * The second factor of signing in: codes of an app, passkeys, recovery codes, and the levels that it is required of.
 */
export function secondFactorRoutes(app: FastifyInstance, context: ServerContext): void {
  secondStepRoutes(app, context);
  lookRoute(app, context);
  totpRoutes(app, context);
  passkeyRoutes(app, context);
  removeRoutes(app, context);
  policyRoutes(app, context);
}

/**
 * A console that stands open must not be enough to add a way in; holders of an enrolment token have just typed the
 * password.
 */
async function mustHaveTyped(context: ServerContext, reader: Reader): Promise<void> {
  if (reader.token.purpose === 'session') await mustHaveConfirmed(context, reader);
}

function lookRoute(app: FastifyInstance, { db, settings }: ServerContext): void {
  route(app, {
    method: 'GET',
    url: SECOND_FACTOR_PATH,
    summary: 'Свой двухэтапный вход: приложение, ключи доступа, сколько осталось кодов восстановления',
    access: ENROL,
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
        passkeys_possible: relyingParty(settings.publicUrl, request.headers.host) !== null,
      };
    },
  });
}

function totpRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db, now, settings } = context;

  route(app, {
    method: 'POST',
    url: TOTP,
    summary: 'Ключ для приложения, которое будет показывать коды; выдаётся один раз',
    access: ENROL,
    answer: totpBegunAnswer,
    example: () => ({ url: TOTP }),
    handle: async ({ reader }) => {
      await mustHaveTyped(context, reader);
      if (await findTotpFactor(db, reader.user)) throw new ApiError('factor_there');
      const { secret, shown: displayedSecret } = await newSecret();
      await storeChallenge(db, { token: reader.token.id, user: reader.user }, { purpose: 'totp', secret }, now());
      const { phone } = await selectAccount(db, reader.user);
      return { secret: displayedSecret, uri: await totpUri(settings.productName, phone ?? '', displayedSecret) };
    },
  });

  route(app, {
    method: 'POST',
    url: `${TOTP}confirm/`,
    summary: 'Первый код из приложения: с этого момента вход двухэтапный',
    access: ENROL,
    body: totpConfirmBody,
    answer: enrolledAnswer,
    example: async (world) => {
      const { secret } = totpBegunAnswer.parse(await world.send('POST', { url: TOTP }));
      return { url: `${TOTP}confirm/`, body: { code: await world.appCode(secret) } };
    },
    handle: async ({ reader, body, request }) => {
      const { id } = reader.token;
      const asked = await findChallenge(db, id, 'totp', now());
      if (!asked?.secret || !(await countTry(db, id, 'totp', now()))) throw new ApiError('second_step_over');
      const { secret } = asked;
      const step = await matchingStep(secret, body.code, now());
      if (step === null) throw new FieldsError({ code: ['api.wrongSecondFactor.totp'] });
      return enrol(context, { reader, request }, 'totp', async (trx) => {
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
    url: PASSKEYS,
    summary: 'Что нужно браузеру, чтобы создать ключ доступа',
    access: ENROL,
    answer: webAuthnOptions,
    example: () => ({ url: PASSKEYS }),
    handle: async ({ reader, request }) => {
      await mustHaveTyped(context, reader);
      const party = relyingParty(settings.publicUrl, request.headers.host);
      if (!party) throw new ApiError('no_passkeys_here');
      const passkeys = await selectPasskeys(db, reader.user);
      if (passkeys.length >= SECOND_FACTOR_LIMITS.passkeys) throw new ApiError('too_many_passkeys');
      const { phone } = await selectAccount(db, reader.user);
      const options = await registrationOptions(party, {
        product: settings.productName,
        phone: phone ?? '',
        passkeys,
      });
      const asked = { purpose: 'passkey', challenge: options.challenge } as const;
      await storeChallenge(db, { token: reader.token.id, user: reader.user }, asked, now());
      return { options: { ...options } };
    },
  });

  route(app, {
    method: 'POST',
    url: `${PASSKEYS}confirm/`,
    summary: 'Ключ доступа, который создал браузер',
    access: ENROL,
    body: passkeyConfirmBody,
    answer: enrolledAnswer,
    example: async (world) => {
      const { options } = webAuthnOptions.parse(await world.send('POST', { url: PASSKEYS }));
      return { url: `${PASSKEYS}confirm/`, body: { name: 'Рабочий ноутбук', response: world.makePasskey(options) } };
    },
    handle: async ({ reader, body, request }) => {
      const { id } = reader.token;
      const party = relyingParty(settings.publicUrl, request.headers.host);
      const challenge = (await findChallenge(db, id, 'passkey', now()))?.challenge;
      if (!party || !challenge) throw new ApiError('second_step_over');
      const passkey = await madePasskey(party, challenge, body.response, request.log);
      if (!passkey) throw new FieldsError({ response: ['api.wrongSecondFactor.passkey'] });
      return enrol(context, { reader, request }, 'passkey', async (trx) => {
        const isNew = await insertPasskey(trx, reader.user, { ...passkey, name: body.name }, now());
        if (!isNew) throw new ApiError('too_many_passkeys');
        return { factor: 'passkey', name: body.name };
      });
    },
  });
}

import { fastifyCookie } from '@fastify/cookie';
import { accounts } from '@sw/contract/accounts/accounts';
import type { oauth } from '@sw/contract/accounts/auth';
import type { keys } from '@sw/contract/accounts/me';
import { mustSetUpSecondFactor } from '@sw/domain/access/account';
import { isLoopback } from '@sw/domain/access/address';
import { VISITOR_TICKERS_A_DAY } from '@sw/domain/access/allowance';
import { BROWSER_LIFE, LINK_LIFE } from '@sw/domain/access/session-rules';
import type { SignUpRules } from '@sw/domain/access/sign-up';
import { isoSeconds } from '@sw/domain/time/format';
import { DAY, type TickerId, type UtcMs } from '@sw/domain/time/units';
import { addDays, newYorkDate } from '@sw/domain/time/zone';
import type { Captcha } from '../../outside/captcha/captcha.ts';
import { createBackgroundMail } from '../../outside/mail/background-mail.ts';
import type { Mailer } from '../../outside/mail/mail.ts';
import type { Outbox } from '../../outside/mail/outbox.ts';
import type { OauthProvider } from '../../outside/oauth/provider.ts';
import type { CreateSharedCounter } from '../../platform/call-count.ts';
import { type Clock, toClock } from '../../platform/clocks/wall-clock.ts';
import { Problem } from '../../platform/errors.ts';
import type { RandomSource } from '../../platform/random-source.ts';
import { respond } from '../answer.ts';
import type { Guard } from '../guard.ts';
import { type Handlers, type Implementation, implement } from '../handlers.ts';
import { type CallOrigins, createCallOrigins, requireSession } from './context/call.ts';
import type { Context } from './context/context.ts';
import { createSecondFactor } from './factors/second-factor.ts';
import { createAuthHandlers, createFactorHandlers } from './handlers-auth.ts';
import { createMeHandlers } from './handlers-me.ts';
import { createPageHandlers } from './handlers-pages.ts';
import { createInvitationHandlers, createUserHandlers } from './handlers-users.ts';
import { createKeys } from './keys/keys.ts';
import { withGroupUpdates } from './oauth/group-updates.ts';
import { createOauth, FLOW_LIFE_MS } from './oauth/oauth.ts';
import { createProviderLogout } from './oauth/provider-logout.ts';
import { type AuditedAct, createAudit, PRODUCT_ACTOR } from './parts/audit.ts';
import { createHasher, type HashCosts } from './parts/hasher.ts';
import { createLimits } from './parts/limits.ts';
import { createLinks, createMails } from './parts/mails.ts';
import type { AccountRecords } from './parts/ports.ts';
import { createProxySignIn, createRenewal, type ProxyConfig } from './proxy/proxy-sign-in.ts';
import { createApiKeyAuth } from './sessions/api-key-auth.ts';
import { createSessionCache, type SessionCache } from './sessions/session-cache.ts';
import { createSessionCookies, type SessionCookies } from './sessions/session-cookies.ts';
import { createSessionGuard } from './sessions/session-guard.ts';
import { createSessions } from './sessions/sessions.ts';
import { disablePasswordSignIn } from './sign-in/sign-in.ts';
import { presentExpiries, presentKey } from './users/present.ts';

/** How long used and expired links and invitations are kept, so that the operator can look into complaints. */
const LINK_RETENTION_MS = 30 * DAY;

/** How long expired keys stay in their owner's list, marked as expired. */
const KEY_RETENTION_MS = 30 * DAY;

export interface AccountsParts {
	records: AccountRecords;
	/** The wall clock, in milliseconds since 1970. */
	wall: { now(): number };
	randomSource: RandomSource;
	/** Scheme, host and port of the URL that users open; https enables secure cookies. */
	origin: string;
	mailer: Mailer;
	/** The same object as `mailer` when mails are written to the outbox folder, otherwise null. */
	outbox: Outbox | null;
	/** Path of the outbox folder; only set when no other machine can reach the service. */
	outboxFolder?: string;
	captcha: Captcha;
	providers: ReadonlyMap<string, OauthProvider>;
	log: { error(details: object, message: string): void; warn?(details: object, message: string): void };
	/** Sign-in by an authenticating proxy. Default: off. */
	proxy?: ProxyConfig | undefined;
	/** False: users sign in only with a provider or the proxy. Default: true. */
	passwordsEnabled?: boolean;
	/** Who may create an account, as set by the administrators. */
	signUpRules(): Promise<SignUpRules>;
	/** Rate limits shared by all processes. Default: counted in this process. */
	limits?: CreateSharedCounter | undefined;
	/** Cheaper password hashing, for tests. */
	hashCosts?: HashCosts;
}

export interface Accounts {
	area: Implementation;
	guard: Guard;
	/** Called before a page is rendered: renews the session of a returning reader, or opens one for a user of the proxy. */
	renew: ReturnType<typeof createRenewal>;
	hooks: {
		/** Limits the public ticker details that a visitor can open in a day. */
		visitorAllowance: VisitorAllowance;
		/** Logs administrative actions of other areas. */
		audit(act: AuditedAct): Promise<void>;
		/** Removes expired rows; run by a daily job. */
		sweep(): Promise<void>;
	};
	/** Session cache, to be invalidated when other processes change users or sessions. */
	sessions: Pick<SessionCache, 'forget' | 'setListening'>;
	/** Names of the cookies that distinguish a signed-in reader from a visitor. */
	cookieNames: readonly string[];
	/** For the command line and the demo accounts. */
	context: Context;
	/** Waits for mails that are being sent. */
	close(): Promise<void>;
}

export function createAccounts(parts: AccountsParts): Accounts {
	const { wall, randomSource, origin, mailer, outbox, captcha, providers, log, hashCosts } = parts;
	const clock = toClock(wall);
	const sessionCache = createSessionCache(parts.records, clock);
	const { records } = sessionCache;
	const audit = createAudit(records, clock);
	/** Whether other machines can reach the service. */
	const isReachable = !isLoopback(new URL(origin).hostname.replace(/^\[|\]$/g, ''));
	const context: Context = {
		records,
		clock,
		randomSource,
		hasher: createHasher(hashCosts),
		sessions: withGroupUpdates(createSessions(records, clock, randomSource, audit), {
			...{ records, providers, clock, randomSource, audit },
			warn: (...args) => log.warn?.(...args),
		}),
		links: createLinks(records, clock, randomSource),
		limits: createLimits(records, clock, (name, keys) =>
			audit({ actor: PRODUCT_ACTOR, act: 'limit.exceeded', target: keys.join(' '), detail: { name }, address: '' }),
		),
		mails: createMails(origin),
		backgroundMail: createBackgroundMail(mailer, log),
		mailer,
		outbox,
		outboxFolder: parts.outboxFolder ?? null,
		captcha,
		providers,
		passwordsEnabled: parts.passwordsEnabled ?? true,
		audit,
		signUpRules: parts.signUpRules,
		mustEnrol: (user) => mustSetUpSecondFactor(user, isReachable),
		origin,
	};
	const cookies = createSessionCookies(origin, clock.now);
	const calls = createCallOrigins(cookies, randomSource);
	const proxy = parts.proxy && createProxySignIn(context, createSecondFactor(context), parts.proxy, (...args) => log.warn?.(...args));
	const handlers = {
		...createAuthHandlers(context, cookies, calls),
		...createOauthHandlers(context, cookies, calls),
		...createMeHandlers(context, cookies, calls),
		...createKeyHandlers(context, calls),
		...createFactorHandlers(context, cookies, calls),
		...createUserHandlers(context, calls),
		...createInvitationHandlers(context, cookies, calls),
		...createPageHandlers(context, cookies, calls),
	};
	return {
		area: implement(
			accounts,
			context.passwordsEnabled
				? handlers
				: disablePasswordSignIn(
						handlers,
						[...providers.values()].map(({ label }) => label),
					),
		),
		guard: createSessionGuard({
			cookies,
			findSession: context.sessions.find,
			isExpired: context.sessions.isExpired,
			keys: createApiKeyAuth(records, clock, parts.limits),
			mustEnrol: context.mustEnrol,
			now: clock.now,
		}),
		hooks: { visitorAllowance: createVisitorAllowance(records, clock), audit, sweep: createSessionSweep(records, clock) },
		sessions: sessionCache,
		cookieNames: cookies.names,
		renew: createRenewal(cookies, context.sessions, calls, proxy),
		context,
		close: async () => {
			await context.backgroundMail.drain();
			mailer.close();
		},
	};
}

/** Removes expired sessions, keys, links, counted attempts, pending sign-ins and visitors' allowances. Safe to run at any time. */
function createSessionSweep(records: AccountRecords, clock: Clock) {
	return async (): Promise<void> => {
		const now = clock.now();
		await records.sweepSessions(now);
		await records.sweepLinks((now - LINK_RETENTION_MS) as UtcMs);
		await records.sweepInvitations((now - LINK_RETENTION_MS) as UtcMs);
		await records.sweepAttempts(now);
		await records.sweepFlows(now);
		await records.sweepChallenges(now);
		await records.sweepBrowsers((now - BROWSER_LIFE) as UtcMs);
		await records.sweepKeys((now - KEY_RETENTION_MS) as UtcMs);
		await records.sweepVisitorViews(addDays(newYorkDate(now), -2));
	};
}

/**
 * Counts a ticker opened by the visitor at this IP address, and returns how many more tickers can be opened on this New York day. Opening the same ticker
 * again is free. 'spent': this ticker would exceed the day's limit. Must not be called for signed-in callers.
 */
type VisitorAllowance = (ipBucket: string, ticker: TickerId) => Promise<{ limit: number; left: number } | 'spent'>;

function createVisitorAllowance(records: AccountRecords, clock: Clock): VisitorAllowance {
	return async (ipBucket, ticker) => {
		const limit = VISITOR_TICKERS_A_DAY;
		const { allowed, left } = await records.recordVisitorView({ day: newYorkDate(clock.now()), visitor: ipBucket, ticker, limit });
		return allowed ? { limit, left } : 'spent';
	};
}

function createKeyHandlers(context: Context, calls: CallOrigins) {
	const keyService = createKeys(context);
	return {
		keys: async (call) => ({
			items: (await keyService.list(requireSession(call).id)).map(presentKey),
			now: isoSeconds(context.clock.now()),
		}),
		createKey: async (call) => {
			const { apiKey, key } = await keyService.create(requireSession(call).id, call.body, calls.callOrigin(call));
			return respond(201, { ...presentKey(apiKey), key });
		},
		revokeKey: async (call) => {
			await keyService.revoke(requireSession(call).id, call.params.id, calls.callOrigin(call));
			return respond(204);
		},
	} satisfies Handlers<typeof keys>;
}

function createOauthHandlers(context: Context, cookies: SessionCookies, calls: CallOrigins) {
	const flows = createOauth(context, createSecondFactor(context));
	const logout = createProviderLogout(context);
	return {
		oauthProviders: () => ({ items: flows.list(), passwords: context.passwordsEnabled }),

		oauthUrl: async (call) => {
			const { redirect_url: redirectUrl, state } = call.query;
			const { url, browser } = await flows.begin(
				call.params.provider,
				redirectUrl,
				state,
				cookies.oauthSecret(call.request),
				calls.callOrigin(call),
			);
			return respond(200, { url }, { cookies: [cookies.oauthCookie(browser, FLOW_LIFE_MS)] });
		},

		oauthLogin: async (call) => {
			const { code, redirect_url: redirectUrl, state } = call.body;
			const browser = cookies.oauthSecret(call.request);
			const providerReturn = { provider: call.params.provider, browser, code, redirectUrl, state, captcha: call.headers.captcha };
			const { callOrigin, browserCookies } = calls.fromBrowser(call);
			const result = await flows.finish(providerReturn, callOrigin);
			if ('tokens' in result) {
				const { tokens } = result;
				return respond(200, presentExpiries(tokens.expiries, context.clock.now()), {
					cookies: [...cookies.tokenCookies(tokens), ...browserCookies],
				});
			}
			const { name, value, options } = cookies.pendingSignInCookie(result.step, LINK_LIFE.factor);
			const { secure, ...attributes } = options;
			throw new Problem('unprocessable', {
				errors: [{ field: 'code', message: 'Enter the code of your second factor' }],
				headers: { 'set-cookie': fastifyCookie.serialize(name, value, { ...attributes, secure: secure === true }) },
			});
		},

		oauthLogout: async (call) => {
			await logout.endSessions(call.params.provider, call.body['logout_token']);
			return respond(200, undefined, { headers: { 'cache-control': 'no-store' } });
		},
	} satisfies Handlers<typeof oauth>;
}

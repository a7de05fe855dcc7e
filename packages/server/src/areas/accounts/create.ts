import { accounts } from '@sw/contract/accounts';
import { mustEnrol } from '@sw/domain/access/account';
import { isLoopback } from '@sw/domain/access/address';
import type { Captcha } from '../../outside/captcha/captcha.ts';
import type { Mailer } from '../../outside/mail/mail.ts';
import type { Outbox } from '../../outside/mail/outbox.ts';
import { createPost } from '../../outside/mail/post.ts';
import type { OauthProvider } from '../../outside/oauth/provider.ts';
import type { Chance } from '../../platform/chance.ts';
import { clockOf } from '../../platform/clocks/clock.ts';
import type { SharedLimits } from '../../platform/shared-counts.ts';
import type { Guard } from '../guard.ts';
import { type Implementation, implement } from '../handlers.ts';
import { createCalls } from './context/call.ts';
import type { Context } from './context/context.ts';
import { authHandlers } from './handlers-auth.ts';
import { factorHandlers } from './handlers-factors.ts';
import { keyHandlers } from './handlers-keys.ts';
import { meHandlers } from './handlers-me.ts';
import { oauthHandlers } from './handlers-oauth.ts';
import { pageHandlers } from './handlers-pages.ts';
import { userHandlers } from './handlers-users.ts';
import { type Act, createAudit, PRODUCT } from './parts/audit.ts';
import { createHasher, type HashCosts } from './parts/hasher.ts';
import { createLimits } from './parts/limits.ts';
import { createLinks } from './parts/links.ts';
import { createMails } from './parts/mails.ts';
import type { AccountRecords } from './parts/ports.ts';
import { createKeyDoor } from './sessions/key-door.ts';
import { createRenewal } from './sessions/renewal.ts';
import { sessionCookies } from './sessions/session-cookies.ts';
import { sessionGuard } from './sessions/session-guard.ts';
import { createSessionMemory, type SessionMemory } from './sessions/session-memory.ts';
import { createSessions } from './sessions/sessions.ts';
import { createSweep } from './sessions/sweep.ts';
import { createVisitorAllowance, type VisitorAllowance } from './sessions/visitor-allowance.ts';

export interface AccountsParts {
	records: AccountRecords;
	/** Milliseconds since 1970. */
	wall: { now(): number };
	chance: Chance;
	/** Scheme, host and port that users type; https enables secure cookies. */
	origin: string;
	mailer: Mailer;
	/** The mailer itself where mails go to the outbox folder, otherwise null. */
	outbox: Outbox | null;
	/** Folder of the outbox, shown where only this machine can reach the service. */
	mailsLieIn?: string;
	captcha: Captcha;
	providers: ReadonlyMap<string, OauthProvider>;
	log: { error(details: object, message: string): void };
	/** Rate limits shared by all processes. Default: counted in this process. */
	limits?: SharedLimits | undefined;
	/** Cheaper password hashing, for tests. */
	hashCosts?: HashCosts;
}

export interface Accounts {
	area: Implementation;
	guard: Guard;
	/** For pages: renews the session of a returning reader. */
	renew: ReturnType<typeof createRenewal>;
	hooks: {
		/** For public ticker details requested by visitors. */
		visitorAllowance: VisitorAllowance;
		/** For administrative actions of other areas. */
		audit(act: Act): Promise<void>;
		/** For a daily job. */
		sweep(): Promise<void>;
	};
	/** To be called when other processes change users or sessions. */
	sessions: Pick<SessionMemory, 'forget' | 'hearing'>;
	/** Names of the cookies that distinguish a signed-in reader from a visitor. */
	cookieNames: readonly string[];
	/** For commands and the demo accounts. */
	context: Context;
	/** Waits for mails that are being sent. */
	close(): Promise<void>;
}

export const createAccounts = (parts: AccountsParts): Accounts => {
	const { wall, chance, origin, mailer, outbox, captcha, providers, log, hashCosts } = parts;
	const clock = clockOf(wall);
	const memory = createSessionMemory(parts.records, clock);
	const { records } = memory;
	const audit = createAudit(records, clock);
	/** Whether other machines can reach the service. */
	const isOpen = !isLoopback(new URL(origin).hostname.replace(/^\[|\]$/g, ''));
	const context: Context = {
		records,
		clock,
		chance,
		hasher: createHasher(hashCosts),
		sessions: createSessions(records, clock, chance, audit),
		links: createLinks(records, clock, chance),
		limits: createLimits(records, clock, (name, whom) =>
			audit({ actor: PRODUCT, act: 'limit.exceeded', target: whom.join(' '), detail: { name }, address: '' }),
		),
		mails: createMails(origin),
		post: createPost(mailer, log),
		mailer,
		outbox,
		mailsLieIn: parts.mailsLieIn ?? null,
		captcha,
		providers,
		audit,
		mustEnrol: (user) => mustEnrol(user, isOpen),
		origin,
	};
	const cookies = sessionCookies(origin.startsWith('https:'), clock.now);
	const calls = createCalls(cookies, chance);
	const handlers = {
		...authHandlers(context, cookies, calls),
		...oauthHandlers(context, cookies, calls),
		...meHandlers(context, cookies, calls),
		...keyHandlers(context, calls),
		...factorHandlers(context, cookies, calls),
		...userHandlers(context, calls),
		...pageHandlers(context, cookies, calls),
	};
	return {
		area: implement(accounts, handlers),
		guard: sessionGuard({
			cookies,
			find: context.sessions.find,
			isExpired: context.sessions.isExpired,
			keys: createKeyDoor(records, clock, parts.limits),
			mustEnrol: context.mustEnrol,
			now: clock.now,
		}),
		hooks: { visitorAllowance: createVisitorAllowance(records, clock), audit, sweep: createSweep(records, clock) },
		sessions: memory,
		cookieNames: cookies.names,
		renew: createRenewal(cookies, context.sessions),
		context,
		close: async () => {
			await context.post.drain();
			mailer.close();
		},
	};
};

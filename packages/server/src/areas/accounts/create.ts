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
	/** Scheme, host and port that users type; https switches secure cookies on. */
	origin: string;
	mailer: Mailer;
	/** The mailer itself where mails go to the outbox folder, otherwise null. */
	outbox: Outbox | null;
	/** Named to people where nobody but this machine's user can come here. */
	mailsLieIn?: string;
	captcha: Captcha;
	providers: ReadonlyMap<string, OauthProvider>;
	log: { error(details: object, message: string): void };
	/** Calls by key over all processes; unless told they are counted in this one. */
	limits?: SharedLimits | undefined;
	/** Cheaper hashing for tests. */
	hashCosts?: HashCosts;
}

export interface Accounts {
	area: Implementation;
	guard: Guard;
	/** For pages: the session of a reader who comes back. */
	renew: ReturnType<typeof createRenewal>;
	hooks: {
		/** For public ticker details asked for by visitors. */
		visitorAllowance: VisitorAllowance;
		/** For administrative acts of other areas. */
		audit(act: Act): Promise<void>;
		/** For a daily job. */
		sweep(): Promise<void>;
	};
	/** For changes of users and sessions that other processes make. */
	sessions: Pick<SessionMemory, 'forget' | 'hearing'>;
	/** Names of the cookies that make a page another's than a visitor's. */
	cookieNames: readonly string[];
	/** For commands and the demo accounts. */
	context: Context;
	/** Waits for mails that are under way. */
	close(): Promise<void>;
}

export const createAccounts = (parts: AccountsParts): Accounts => {
	const { wall, chance, origin, mailer, outbox, captcha, providers, log, hashCosts } = parts;
	const clock = clockOf(wall);
	const memory = createSessionMemory(parts.records, clock);
	const { records } = memory;
	const audit = createAudit(records, clock);
	/** Whether others than this machine's user can come here. */
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

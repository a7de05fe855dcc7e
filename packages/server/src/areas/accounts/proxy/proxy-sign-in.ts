import type { IncomingMessage } from 'node:http';
import { type GroupRule, grantOfGroups } from '@sw/domain/access/claims';
import { emailKey, isEmail } from '@sw/domain/access/form-rules';
import { LINK_LIFE } from '@sw/domain/access/session-rules';
import type { User } from '@sw/domain/access/user';
import type { UtcMs } from '@sw/domain/time/units';
import type { FastifyRequest } from 'fastify';
import { rateLimitBucket } from '../../guard.ts';
import type { Calls } from '../context/call.ts';
import type { Context, From } from '../context/context.ts';
import type { Entered, SecondFactor } from '../factors/second-factor.ts';
import { applyGrant, endAccess, endPrepared } from '../parts/group-grant.ts';
import { newUser } from '../parts/new-user.ts';
import type { AccountRecords } from '../parts/ports.ts';
import type { Cookie, SessionCookies } from '../sessions/session-cookies.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { confirmUser } from '../sign-in/confirmation.ts';

/** Provider name of the proxy's identities in the database. The colon keeps it apart from sign-in providers, whose names are lower-case letters. */
const PROVIDER = 'proxy:';

type Parts = Pick<Context, 'records' | 'clock' | 'randomSource' | 'audit'>;

/** Accounts of users that an authenticating proxy has signed in. Each page request updates their role and licence from their groups. */
export function createProxySignIn(
	{ records, clock, randomSource, audit }: Parts,
	{ enter }: Pick<SecondFactor, 'enter'>,
	{ header, rules, trusts }: ProxyConfig,
	warn: (details: object, message: string) => void,
) {
	let hasWarned = false;
	const warnOnce = (details: object, message: string): void => {
		if (!hasWarned) warn(details, message);
		hasWarned = true;
	};

	/** The linked account, else the one with the user's mail address, else a new one. An unconfirmed one is taken over: the proxy vouches for the address. */
	const accountOf = async (tx: AccountRecords, { email, name, subject }: ProxyUser, now: UtcMs): Promise<User | undefined> => {
		const linked = await tx.identity(PROVIDER, subject);
		const known = linked && (await tx.userById(linked.userId));
		if (known) return known;
		if (email === null || !isEmail(email)) return undefined;
		const fresh = newUser(randomSource.uuid(), email, now);
		const added = await tx.addUser({ ...fresh, ...confirmUser(fresh, now), name: name.toWellFormed() });
		let user = added ?? (await tx.userByEmail(emailKey(email)));
		if (user?.status === 'unconfirmed') {
			await endPrepared(tx, user, now);
			const changed = await tx.changeUser(user.id, { ...confirmUser(user, now), passwordHash: null });
			user = changed === 'taken' ? undefined : changed;
		}
		if (!user) return undefined;
		await tx.addIdentity({ provider: PROVIDER, subject, userId: user.id, email, createdAt: now });
		return user;
	};

	/** The account with its grant updated from the groups; undefined if the groups grant no account or it is blocked. */
	const userOf = async (tx: AccountRecords, who: ProxyUser, { address }: From): Promise<User | undefined> => {
		const { groups, subject } = who;
		const grant = rules === null ? null : grantOfGroups(groups, rules);
		const now = clock.now();
		if (grant === undefined) {
			await endAccess(tx, PROVIDER, subject, now);
			return undefined;
		}
		const user = await accountOf(tx, who, now);
		if (!user || user.status === 'blocked') return undefined;
		return grant === null ? user : applyGrant(tx, audit, user, { grant, groups, address });
	};

	return {
		/** The user named by a trusted proxy. Headers from any other address are ignored, and the first is logged. */
		read: ({ raw }: FastifyRequest): ProxyUser | undefined => {
			const who = readProxyUser(raw, header);
			if (!who) return undefined;
			const peer = raw.socket.remoteAddress;
			if (trusts(peer)) return who;
			warnOnce({ address: peer, header }, 'ignored the sign-in header of an address that is not a trusted proxy');
			return undefined;
		},

		/** Undefined if the user is refused. */
		userOf: (who: ProxyUser, from: From): Promise<User | undefined> => records.transaction((tx) => userOf(tx, who, from)),

		enter: (user: User, from: From): Promise<Entered> => records.transaction((tx) => enter(user, from, tx)),
	};
}

export type ProxySignIn = ReturnType<typeof createProxySignIn>;

/** Sign-in by the headers of an authenticating proxy. */
export interface ProxyConfig {
	/** Header with the user's permanent name, ending in `-User`. Headers ending in `-Email`, `-Name` and `-Groups` have the rest. */
	readonly header: string;
	/** Null: every user of the proxy gets an account, regardless of groups. */
	readonly rules: readonly GroupRule[] | null;
	/** Whether an address is one of the trusted proxies. */
	trusts(address: string | undefined): boolean;
}

export interface ProxyUser {
	subject: string;
	/** Null if the proxy sends none. */
	email: string | null;
	name: string;
	groups: readonly string[];
}

const LONGEST = 256;

/** Undefined without the header, and for a name that is empty, too long or sent twice. */
export function readProxyUser({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>, header: string): ProxyUser | undefined {
	const read = (kind: string): string => {
		const name = header.toLowerCase().replace(/user$/, kind);
		// Names and values alternate.
		const values = rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
		// If the header occurs twice, one of them came from the visitor.
		return values.length === 1 ? decode(values[0] ?? '').trim() : '';
	};
	const subject = read('user');
	if (subject === '' || subject.length > LONGEST) return undefined;
	const email = read('email') || (subject.includes('@') ? subject : '');
	const groups = read('groups')
		.split(',')
		.map((group) => group.trim());
	return { subject, email: email || null, name: read('name').slice(0, 100), groups: groups.filter((group) => group !== '') };
}

/** Node decodes headers as Latin-1, one character per byte, but proxies send UTF-8. */
function decode(value: string): string {
	const bytes = Buffer.from(value, 'latin1');
	const text = bytes.toString('utf8');
	return (text.includes('\uFFFD') ? value : text).replaceAll(/\p{Cc}/gu, '');
}

interface Renewed {
	cookies: readonly Cookie[];
	/** Page to redirect to when the sign-in waits for its second factor. */
	to?: string;
}

/**
 * Renews sessions before a page is rendered: returns new cookies for a reader who has a refresh token but no valid access token, and for a user of the
 * authenticating proxy. Undefined if nothing needs to be renewed, or nothing can be.
 */
export function createRenewal(
	cookies: Pick<SessionCookies, 'access' | 'refresh' | 'give' | 'giveStep' | 'clear'>,
	sessions: Pick<Sessions, 'find' | 'refresh' | 'endByRefresh'>,
	calls: Pick<Calls, 'known'>,
	proxy: ProxySignIn | undefined,
) {
	const own = async (request: FastifyRequest): Promise<Renewed | undefined> => {
		const token = cookies.refresh(request);
		if (token === undefined) return undefined;
		const access = cookies.access(request);
		if (access !== undefined && (await sessions.find(access))) return undefined;
		const tokens = await sessions.refresh(token, { address: rateLimitBucket(request), agent: request.headers['user-agent'] ?? '' });
		return tokens && { cookies: cookies.give(tokens) };
	};

	/** Opens or renews the session of the proxy's user, ending that of another user who was signed in before. */
	const proxied = async (request: FastifyRequest, signIn: ProxySignIn, who: ProxyUser): Promise<Renewed | undefined> => {
		const { from, cookies: known } = calls.known({ caller: { address: rateLimitBucket(request), account: null }, request });
		const user = await signIn.userOf(who, from);
		const access = cookies.access(request);
		const found = access === undefined ? undefined : await sessions.find(access);
		if (!user) return own(request);
		if (found?.user.id === user.id) return undefined;
		const token = cookies.refresh(request);
		const renewed = token === undefined ? undefined : await sessions.refresh(token, from);
		if (renewed?.userId === user.id) return { cookies: cookies.give(renewed) };
		if (token !== undefined) await sessions.endByRefresh(token);
		const entered = await signIn.enter(user, from);
		if ('tokens' in entered) return { cookies: [...cookies.give(entered.tokens), ...known] };
		const setCookies = [...cookies.clear(), cookies.giveStep(entered.step, LINK_LIFE.factor), ...known];
		return request.url.startsWith('/auth/') ? { cookies: setCookies } : { cookies: setCookies, to: '/auth/signin?step=code' };
	};

	return (request: FastifyRequest): Promise<Renewed | undefined> => {
		const who = proxy?.read(request);
		return proxy && who ? proxied(request, proxy, who) : own(request);
	};
}

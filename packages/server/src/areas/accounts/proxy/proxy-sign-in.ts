import type { IncomingMessage } from 'node:http';
import { type GroupRule, strongestGrant } from '@sw/domain/access/claims';
import { emailKey, isEmail } from '@sw/domain/access/form-rules';
import { LINK_LIFE } from '@sw/domain/access/session-rules';
import type { User } from '@sw/domain/access/user';
import type { UtcMs } from '@sw/domain/time/units';
import type { FastifyRequest } from 'fastify';
import { rateLimitBucket } from '../../guard.ts';
import type { CallOrigins } from '../context/call.ts';
import type { CallOrigin, Context } from '../context/context.ts';
import type { SecondFactor, SignInResult } from '../factors/second-factor.ts';
import { applyGrant, endAccess, revokeUnprovenAccess } from '../parts/group-grant.ts';
import { createUser } from '../parts/new-user.ts';
import type { AccountRecords } from '../parts/ports.ts';
import type { Cookie, SessionCookies } from '../sessions/session-cookies.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { confirmationChanges } from '../sign-in/confirmation.ts';

/** Provider name of the proxy's identities in the database. Sign-in providers can't have this name, because their names have only lower-case letters. */
const PROXY_PROVIDER = 'proxy:';

type Parts = Pick<Context, 'records' | 'clock' | 'randomSource' | 'audit'>;

/** Signs in the users of an authenticating proxy. Each page request updates the user's role and licence from the user's groups. */
export function createProxySignIn(
	{ records, clock, randomSource, audit }: Parts,
	{ beginSession }: Pick<SecondFactor, 'beginSession'>,
	{ header, rules, isTrusted }: ProxyConfig,
	warn: (details: object, message: string) => void,
) {
	let hasWarned = false;
	const warnOnce = (details: object, message: string): void => {
		if (!hasWarned) warn(details, message);
		hasWarned = true;
	};

	/**
	 * Finds the linked account, else the account with the user's mail address, else adds one. An unconfirmed account is taken over, because the proxy vouches
	 * for the address.
	 */
	const findOrAddUser = async (tx: AccountRecords, { email, name, subject }: ProxyUser, now: UtcMs): Promise<User | undefined> => {
		const identity = await tx.identity(PROXY_PROVIDER, subject);
		const existing = identity && (await tx.userById(identity.userId));
		if (existing) return existing;
		if (email === null || !isEmail(email)) return undefined;
		const unconfirmed = createUser(randomSource.uuid(), email, now);
		const addedUser = await tx.addUser({ ...unconfirmed, ...confirmationChanges(unconfirmed, now), name: name.toWellFormed() });
		let user = addedUser ?? (await tx.userByEmail(emailKey(email)));
		if (user?.status === 'unconfirmed') {
			await revokeUnprovenAccess(tx, user, now);
			const updatedUser = await tx.changeUser(user.id, { ...confirmationChanges(user, now), passwordHash: null });
			user = updatedUser === 'taken' ? undefined : updatedUser;
		}
		if (!user) return undefined;
		await tx.addIdentity({ provider: PROXY_PROVIDER, subject, userId: user.id, email, createdAt: now });
		return user;
	};

	/** Returns the account after updating its grant from the groups; undefined if the groups grant no account or the account is blocked. */
	const admitInTransaction = async (tx: AccountRecords, proxyUser: ProxyUser, { address }: CallOrigin): Promise<User | undefined> => {
		const { groups, subject } = proxyUser;
		const grant = rules === null ? null : strongestGrant(groups, rules);
		const now = clock.now();
		if (grant === undefined) {
			await endAccess(tx, PROXY_PROVIDER, subject, now);
			return undefined;
		}
		const user = await findOrAddUser(tx, proxyUser, now);
		if (!user || user.status === 'blocked') return undefined;
		return grant === null ? user : applyGrant(tx, audit, user, { grant, groups, address });
	};

	return {
		/** Reads the user named by a trusted proxy. Headers from other addresses are ignored; the first such request is logged. */
		read: ({ raw }: FastifyRequest): ProxyUser | undefined => {
			const proxyUser = readProxyUser(raw, header);
			if (!proxyUser) return undefined;
			const peer = raw.socket.remoteAddress;
			if (isTrusted(peer)) return proxyUser;
			warnOnce({ address: peer, header }, 'ignored the sign-in header of an address that is not a trusted proxy');
			return undefined;
		},

		/** Undefined if the user is refused. */
		admitUser: (proxyUser: ProxyUser, callOrigin: CallOrigin): Promise<User | undefined> =>
			records.transaction((tx) => admitInTransaction(tx, proxyUser, callOrigin)),

		beginSession: (user: User, callOrigin: CallOrigin): Promise<SignInResult> =>
			records.transaction((tx) => beginSession(user, callOrigin, tx)),
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
	isTrusted(ip: string | undefined): boolean;
}

export interface ProxyUser {
	subject: string;
	/** Null if the proxy sends none. */
	email: string | null;
	name: string;
	groups: readonly string[];
}

const MAX_SUBJECT_LENGTH = 256;

/** Reads the user from the proxy's headers. Undefined if the name is missing, empty, too long or sent twice. */
export function readProxyUser({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>, header: string): ProxyUser | undefined {
	const readHeader = (kind: string): string => {
		const name = header.toLowerCase().replace(/user$/, kind);
		// Names and values alternate.
		const values = rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
		// If the header occurs twice, one of them came from the visitor.
		return values.length === 1 ? decodeHeader(values[0] ?? '').trim() : '';
	};
	const subject = readHeader('user');
	if (subject === '' || subject.length > MAX_SUBJECT_LENGTH) return undefined;
	const email = readHeader('email') || (subject.includes('@') ? subject : '');
	const groups = readHeader('groups')
		.split(',')
		.map((group) => group.trim());
	return { subject, email: email || null, name: readHeader('name').slice(0, 100), groups: groups.filter((group) => group !== '') };
}

/** Decodes a header as UTF-8, which proxies send. Node has decoded it as Latin-1, one character per byte. */
function decodeHeader(value: string): string {
	const bytes = Buffer.from(value, 'latin1');
	const text = bytes.toString('utf8');
	return (text.includes('\uFFFD') ? value : text).replaceAll(/\p{Cc}/gu, '');
}

interface Renewal {
	cookies: readonly Cookie[];
	/** Page to redirect to when the sign-in waits for its second factor. */
	redirectTo?: string;
}

/**
 * Renews sessions before a page is rendered: returns new cookies for a reader who has a refresh token but no valid access token, and for a user of the
 * authenticating proxy. Undefined if nothing needs to be renewed, or nothing can be.
 */
export function createRenewal(
	cookies: Pick<SessionCookies, 'access' | 'refresh' | 'tokenCookies' | 'pendingSignInCookie' | 'clear'>,
	sessions: Pick<Sessions, 'find' | 'refresh' | 'endByRefresh'>,
	calls: Pick<CallOrigins, 'fromBrowser'>,
	proxy: ProxySignIn | undefined,
) {
	const renewSession = async (request: FastifyRequest): Promise<Renewal | undefined> => {
		const token = cookies.refresh(request);
		if (token === undefined) return undefined;
		const access = cookies.access(request);
		if (access !== undefined && (await sessions.find(access))) return undefined;
		const tokens = await sessions.refresh(token, { address: rateLimitBucket(request), agent: request.headers['user-agent'] ?? '' });
		return tokens && { cookies: cookies.tokenCookies(tokens) };
	};

	/** Opens or renews the session of the proxy's user. Ends the session of another user who was signed in before. */
	const renewProxySession = async (request: FastifyRequest, signIn: ProxySignIn, proxyUser: ProxyUser): Promise<Renewal | undefined> => {
		const { callOrigin, browserCookies } = calls.fromBrowser({ caller: { ipBucket: rateLimitBucket(request), account: null }, request });
		const user = await signIn.admitUser(proxyUser, callOrigin);
		const access = cookies.access(request);
		const session = access === undefined ? undefined : await sessions.find(access);
		if (!user) return renewSession(request);
		if (session?.user.id === user.id) return undefined;
		const token = cookies.refresh(request);
		const tokens = token === undefined ? undefined : await sessions.refresh(token, callOrigin);
		if (tokens?.userId === user.id) return { cookies: cookies.tokenCookies(tokens) };
		if (token !== undefined) await sessions.endByRefresh(token);
		const result = await signIn.beginSession(user, callOrigin);
		if ('tokens' in result) return { cookies: [...cookies.tokenCookies(result.tokens), ...browserCookies] };
		const setCookies = [...cookies.clear(), cookies.pendingSignInCookie(result.step, LINK_LIFE.factor), ...browserCookies];
		return request.url.startsWith('/auth/') ? { cookies: setCookies } : { cookies: setCookies, redirectTo: '/auth/signin?step=code' };
	};

	return (request: FastifyRequest): Promise<Renewal | undefined> => {
		const proxyUser = proxy?.read(request);
		return proxy && proxyUser ? renewProxySession(request, proxy, proxyUser) : renewSession(request);
	};
}

import type { Session, SessionOfUser } from '@sw/domain/access/session';
import { computeExpiries, type Expiries, ROTATION_GRACE } from '@sw/domain/access/session-rules';
import type { User } from '@sw/domain/access/user';
import type { Language } from '@sw/domain/outreach/languages';
import type { UtcMs } from '@sw/domain/time/units';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../platform/clocks/wall-clock.ts';
import { type MaybePromise, mapMaybePromise } from '../../../platform/concurrency/maybe-promise.ts';
import type { RandomSource } from '../../../platform/random-source.ts';
import { type Audit, PRODUCT_ACTOR } from '../parts/audit.ts';
import type { AccountRecords } from '../parts/ports.ts';
import { readPreferences } from '../parts/preferences.ts';
import {
	createRefreshToken,
	createSecret,
	decodeRefreshToken,
	deriveSuccessor,
	encodeRefreshToken,
	isSameHash,
	type RefreshToken,
	sha256,
	type TokenPair,
} from '../parts/tokens.ts';

/** Where a session was opened, for the account's list of sessions. `address`: rate-limit bucket of the IP address. */
export interface Client {
	address: string;
	agent: string;
}

/** Tokens of a session for the browser's cookies, and when they expire. */
export interface SessionGrant extends TokenPair {
	expiries: Expiries;
	sessionId: string;
	userId: string;
	language: Language;
}

export interface Sessions {
	open(user: User, client: Client, records?: AccountRecords): Promise<SessionGrant>;
	/** Issues new tokens; undefined for an invalid token. A replaced token presented after its grace period may be a copy, so the session ends. */
	refresh(token: string, client: Client): Promise<SessionGrant | undefined>;
	/** Finds the session of a valid access token, with its user; undefined if the session is expired or ended, or the user is blocked. */
	find(access: string): MaybePromise<SessionOfUser | undefined>;
	/** Whether an invalid access token has merely expired, and its session still exists. */
	isExpired(access: string): MaybePromise<boolean>;
	/** Whether a refresh token has merely expired, that is, its session was not ended. */
	isRefreshExpired(token: string): Promise<boolean>;
	/** Ends the session of a refresh token, even if its access token has expired. */
	endByRefresh(token: string): Promise<void>;
}

const MAX_AGENT_LENGTH = 300;
/** Number of recent access tokens whose hash is cached. */
const MAX_CACHED_HASHES = 10_000;

export function createSessions(records: AccountRecords, clock: Clock, randomSource: RandomSource, audit: Audit): Sessions {
	const open: Sessions['open'] = async (user, client, tx = records) => {
		const now = clock.now();
		const token = createRefreshToken(randomSource);
		const access = createSecret(randomSource);
		const expiries = computeExpiries(now, now);
		await tx.sweepSessions(now, user.id);
		const id = randomSource.uuid();
		await tx.addSession({
			id,
			userId: user.id,
			familyHash: sha256(token.family),
			refreshHash: sha256(token.secret),
			previousRefreshHash: null,
			accessHash: sha256(access),
			previousAccessHash: null,
			salt: null,
			olderRefreshHash: null,
			olderSalt: null,
			rotatedAt: now,
			accessExpires: expiries.access,
			refreshExpires: expiries.refresh,
			createdAt: now,
			address: client.address,
			agent: sanitizeAgent(client.agent),
		});
		await tx.changeUser(user.id, { seenAt: now });
		return { access, refresh: encodeRefreshToken(token), expiries, ...sessionFields(user, id) };
	};

	const isAlive = (stored: SessionOfUser | undefined, now: UtcMs): stored is SessionOfUser =>
		stored !== undefined && stored.session.refreshExpires > now && stored.user.status !== 'blocked';

	/** Ends a session whose token was copied, with an entry in the audit log. */
	const endFamily = async ({ session, user }: SessionOfUser, client: Client): Promise<void> => {
		await records.endSession(session.id);
		await audit({
			actor: PRODUCT_ACTOR,
			act: 'session.reuse',
			target: user.email,
			detail: { session: session.id },
			address: client.address,
		});
	};

	/** Returns the salt of the presented token's successor if the successor can be reissued: until it is used, and for a grace period. */
	const findReissueSalt = (session: Session, presentedHash: Uint8Array, now: UtcMs): Uint8Array | null => {
		if (isSameHash(session.previousRefreshHash, presentedHash)) return session.salt;
		return isSameHash(session.olderRefreshHash, presentedHash) && now - session.rotatedAt <= ROTATION_GRACE ? session.olderSalt : null;
	};

	/** Issues the same successor tokens once more. If the successor's access token has expired, it gets a new lifetime. */
	const reissue = async ({ session, user }: SessionOfUser, token: RefreshToken, salt: Uint8Array, now: UtcMs): Promise<SessionGrant> => {
		const successor = deriveSuccessor(token, salt);
		let accessExpires = salt === session.salt ? session.accessExpires : ((session.rotatedAt + ROTATION_GRACE) as UtcMs);
		if (salt === session.salt && accessExpires <= now) {
			accessExpires = computeExpiries(session.createdAt, now).access;
			await records.rotateSession(session.id, session.refreshHash, { ...session, accessExpires });
		}
		return {
			access: successor.access,
			refresh: encodeRefreshToken(successor.refresh),
			expiries: { access: accessExpires, refresh: session.refreshExpires },
			...sessionFields(user, session.id),
		};
	};

	const refresh: Sessions['refresh'] = async (text, client) => {
		const token = decodeRefreshToken(text);
		if (!token) return undefined;
		const presentedHash = sha256(token.secret);
		// Two attempts: if another tab rotates between our read and our write, the second attempt finds this token within its grace period.
		for (let attempt = 0; attempt < 2; attempt++) {
			const now = clock.now();
			const stored = await records.sessionByFamily(sha256(token.family));
			if (!isAlive(stored, now)) return undefined;
			const { session, user } = stored;
			const earlierSalt = findReissueSalt(session, presentedHash, now);
			if (earlierSalt) return reissue(stored, token, earlierSalt, now);
			if (!isSameHash(session.refreshHash, presentedHash)) {
				await endFamily(stored, client);
				return undefined;
			}
			const salt = randomSource.bytes(32);
			const successor = deriveSuccessor(token, salt);
			const expiries = computeExpiries(session.createdAt, now);
			const isRotated = await records.rotateSession(session.id, presentedHash, {
				refreshHash: sha256(successor.refresh.secret),
				previousRefreshHash: presentedHash,
				olderRefreshHash: session.previousRefreshHash,
				olderSalt: session.salt,
				accessHash: sha256(successor.access),
				previousAccessHash: session.accessHash,
				salt,
				rotatedAt: now,
				accessExpires: expiries.access,
				refreshExpires: expiries.refresh,
			});
			if (isRotated)
				return { access: successor.access, refresh: encodeRefreshToken(successor.refresh), expiries, ...sessionFields(user, session.id) };
		}
		return undefined;
	};

	const hashes = new LRUCache<string, Buffer>({ max: MAX_CACHED_HASHES });
	const hashToken = (access: string): Buffer => {
		const cached = hashes.get(access);
		if (cached) return cached;
		const hash = sha256(access);
		hashes.set(access, hash);
		return hash;
	};

	/** Returns the session if the access token with this hash is valid now. */
	const sessionIfValid = (stored: SessionOfUser | undefined, presentedHash: Uint8Array): SessionOfUser | undefined => {
		const now = clock.now();
		if (!isAlive(stored, now)) return undefined;
		const { session } = stored;
		const isCurrent = isSameHash(session.accessHash, presentedHash);
		// Calls that were sent before the rotation stay valid for the grace period.
		const validUntil = isCurrent ? session.accessExpires : session.rotatedAt + ROTATION_GRACE;
		return now < validUntil ? stored : undefined;
	};

	const find: Sessions['find'] = (access) => {
		const presentedHash = hashToken(access);
		return mapMaybePromise(records.sessionByAccess(presentedHash), (stored) => sessionIfValid(stored, presentedHash));
	};

	const isExpired: Sessions['isExpired'] = (access) =>
		mapMaybePromise(records.sessionByAccess(hashToken(access)), (stored) => stored !== undefined && stored.user.status !== 'blocked');

	const isRefreshExpired: Sessions['isRefreshExpired'] = async (text) => {
		const token = decodeRefreshToken(text);
		const stored = token && (await records.sessionByFamily(sha256(token.family)));
		return stored !== undefined && stored.user.status !== 'blocked' && stored.session.refreshExpires <= clock.now();
	};

	const endByRefresh: Sessions['endByRefresh'] = async (text) => {
		const token = decodeRefreshToken(text);
		const stored = token && (await records.sessionByFamily(sha256(token.family)));
		if (!token || !stored) return;
		const { id, refreshHash, previousRefreshHash } = stored.session;
		const presentedHash = sha256(token.secret);
		// A browser that never received the last rotation presents the previous token.
		if (isSameHash(refreshHash, presentedHash) || isSameHash(previousRefreshHash, presentedHash)) await records.endSession(id);
	};

	return { open, refresh, find, isExpired, isRefreshExpired, endByRefresh };
}

function sessionFields(user: User, sessionId: string): Pick<SessionGrant, 'sessionId' | 'userId' | 'language'> {
	return {
		sessionId,
		userId: user.id,
		language: readPreferences(user.preferences).language,
	};
}

/** Removes characters that a header can contain but the database doesn't accept, such as NUL and lone surrogates. */
function sanitizeAgent(agent: string): string {
	return agent
		.toWellFormed()
		.replaceAll(/\p{Cc}/gu, '')
		.slice(0, MAX_AGENT_LENGTH)
		.toWellFormed();
}

/** What the accounts area needs of storage; compose hands in the records of @sw/store. Absent rows are undefined. */

import type { Role, Standing, UserStatus } from '@sw/domain/access/account';
import type { ExchangeDate, TickerId, UtcMs } from '@sw/domain/time/units';
import type { Soon } from '../../../platform/soon.ts';

export interface User extends Standing {
	id: string;
	email: string;
	emailKey: string;
	name: string;
	passwordHash: string | null;
	preferences: unknown;
	createdAt: UtcMs;
	confirmedAt: UtcMs | null;
	seenAt: UtcMs | null;
}
export type UserChange = Partial<Omit<User, 'id'>>;

export interface Session {
	id: string;
	userId: string;
	familyHash: Buffer;
	refreshHash: Buffer;
	previousRefreshHash: Buffer | null;
	accessHash: Buffer;
	previousAccessHash: Buffer | null;
	salt: Buffer | null;
	rotatedAt: UtcMs;
	accessExpires: UtcMs;
	refreshExpires: UtcMs;
	createdAt: UtcMs;
	address: string;
	agent: string;
}
export type Rotation = Omit<Session, 'id' | 'userId' | 'familyHash' | 'createdAt' | 'address' | 'agent'>;
export interface SessionOfUser {
	session: Session;
	user: User;
}

export type LinkKind = 'confirm' | 'recovery' | 'login' | 'invite';
export interface Link {
	id: string;
	kind: LinkKind;
	userId: string;
	codeHash: Buffer;
	email: string;
	passwordHash: string | null;
	createdAt: UtcMs;
	expiresAt: UtcMs;
}

export interface Flow {
	browserHash: Buffer;
	provider: string;
	state: string;
	redirectUrl: string;
	verifier: string;
	nonce: string;
	expiresAt: UtcMs;
}
export interface LinkedIdentity {
	provider: string;
	subject: string;
	userId: string;
	email: string;
	createdAt: UtcMs;
}

export interface AuditEntry {
	at: UtcMs;
	actorId: string | null;
	actor: string;
	act: string;
	target: string;
	detail: Readonly<Record<string, unknown>>;
	address: string;
}

export type UserOrder = 'email' | 'name' | 'role' | 'status' | 'license' | 'license_expires' | 'created' | 'seen';
export interface UserQuery {
	q?: string | undefined;
	status?: UserStatus | undefined;
	role?: Role | undefined;
	sortBy: UserOrder;
	sortDir: 'asc' | 'desc';
	skip: number;
	max: number;
}

export interface AccountRecords {
	transaction<T>(work: (records: AccountRecords) => Promise<T>): Promise<T>;

	userById(id: string): Promise<User | undefined>;
	userByEmail(emailKey: string): Promise<User | undefined>;
	addUser(user: User): Promise<User | undefined>;
	changeUser(id: string, change: UserChange): Promise<User | 'taken' | undefined>;
	removeUser(id: string): Promise<boolean>;
	activeAdmins(): Promise<string[]>;
	listUsers(query: UserQuery): Promise<{ items: User[]; total: number }>;

	addSession(session: Session): Promise<void>;
	sessionByAccess(accessHash: Buffer): Soon<SessionOfUser | undefined>;
	sessionByFamily(familyHash: Buffer): Promise<SessionOfUser | undefined>;
	rotateSession(id: string, from: Buffer, rotation: Rotation): Promise<boolean>;
	sessionsOf(userId: string, now: UtcMs): Promise<Session[]>;
	endSession(id: string, userId?: string): Promise<boolean>;
	endSessions(userId: string, except?: string): Promise<number>;
	sweepSessions(now: UtcMs, userId?: string): Promise<number>;

	addLink(link: Link): Promise<void>;
	openLink(id: string, kinds: readonly LinkKind[], now: UtcMs): Promise<Link | undefined>;
	useLink(link: Pick<Link, 'id' | 'kind'>, now: UtcMs): Promise<boolean>;
	missLink(id: string, most: number, now: UtcMs): Promise<void>;
	voidLinks(userId: string, kinds: readonly LinkKind[], now: UtcMs): Promise<number>;
	pendingEmail(userId: string, now: UtcMs): Promise<string | undefined>;
	sweepLinks(before: UtcMs): Promise<void>;

	countAttempt(key: string, windowMs: number, now: UtcMs): Promise<{ count: number; endsAt: UtcMs }>;
	forgetAttempts(key: string): Promise<void>;
	sweepAttempts(now: UtcMs): Promise<void>;

	addFlow(flow: Flow): Promise<void>;
	takeFlow(key: Pick<Flow, 'browserHash' | 'provider' | 'state'>, now: UtcMs): Promise<Flow | undefined>;
	sweepFlows(now: UtcMs): Promise<void>;
	identity(provider: string, subject: string): Promise<LinkedIdentity | undefined>;
	addIdentity(identity: LinkedIdentity): Promise<boolean>;
	identitiesOf(userId: string): Promise<LinkedIdentity[]>;

	addAudit(entry: AuditEntry): Promise<void>;
	listAudit(skip: number, max: number): Promise<{ items: (AuditEntry & { id: number })[]; total: number }>;

	noteVisitorView(view: {
		day: ExchangeDate;
		visitor: string;
		ticker: TickerId;
		limit: number;
	}): Promise<{ allowed: boolean; left: number }>;
	sweepVisitorViews(before: ExchangeDate): Promise<void>;
}

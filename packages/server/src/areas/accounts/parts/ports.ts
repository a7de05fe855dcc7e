import type { AccountLink, LinkKind } from '@sw/domain/access/account-link';
import type { VisitorView } from '@sw/domain/access/allowance';
import type { ApiKey, KeyOfUser } from '@sw/domain/access/api-key';
import type { AuditEntry, AuditLine, AuditPage, AuditSearch } from '@sw/domain/access/audit';
import type { LinkedIdentity, OauthFlow, OauthFlowKey } from '@sw/domain/access/identity';
import type { Invitation, InvitationState } from '@sw/domain/access/invitation';
import type { Challenge, Passkey, Totp } from '@sw/domain/access/second-factor';
import type { Rotation, Session, SessionOfUser } from '@sw/domain/access/session';
import type { User, UserChange, UserPage, UserQuery } from '@sw/domain/access/user';
import type { ExchangeDate, UtcMs } from '@sw/domain/time/units';
import type { MaybePromise } from '../../../platform/concurrency/maybe-promise.ts';

/** Storage of the accounts area. Absent rows are undefined. */
export interface AccountRecords {
	transaction<T>(work: (records: AccountRecords) => Promise<T>): Promise<T>;

	userById(id: string): Promise<User | undefined>;
	userByEmail(emailKey: string): Promise<User | undefined>;
	addUser(user: User): Promise<User | undefined>;
	changeUser(id: string, change: UserChange): Promise<User | 'taken' | undefined>;
	/** Resumes a stopped delivery channel. */
	restartChannel(id: string, channel: 'mail'): Promise<void>;
	removeUser(id: string): Promise<boolean>;
	activeAdmins(): Promise<string[]>;
	listUsers(query: UserQuery): Promise<UserPage>;

	addSession(session: Session): Promise<void>;
	sessionByAccess(accessHash: Uint8Array): MaybePromise<SessionOfUser | undefined>;
	sessionByFamily(familyHash: Uint8Array): Promise<SessionOfUser | undefined>;
	rotateSession(id: string, from: Uint8Array, rotation: Rotation): Promise<boolean>;
	sessionsOf(userId: string, now: UtcMs): Promise<Session[]>;
	endSession(id: string, userId?: string): Promise<boolean>;
	endSessions(userId: string, except?: string): Promise<number>;
	sweepSessions(now: UtcMs, userId?: string): Promise<number>;

	addKey(key: ApiKey, most: number): Promise<boolean>;
	keyByHash(keyHash: Uint8Array): MaybePromise<KeyOfUser | undefined>;
	keysOf(userId: string): Promise<ApiKey[]>;
	recordKeyUse(id: string, now: UtcMs): Promise<void>;
	removeKey(id: string, userId: string): Promise<ApiKey | undefined>;
	removeKeys(userId: string): Promise<number>;
	sweepKeys(before: UtcMs): Promise<void>;

	addLink(link: AccountLink): Promise<void>;
	findOpenLink(id: string, kinds: readonly LinkKind[], now: UtcMs): Promise<AccountLink | undefined>;
	useLink(link: Pick<AccountLink, 'id' | 'kind'>, now: UtcMs): Promise<boolean>;
	countWrongCode(id: string, most: number, now: UtcMs): Promise<void>;
	voidLinks(userId: string, kinds: readonly LinkKind[], now: UtcMs): Promise<number>;
	pendingEmail(userId: string, now: UtcMs): Promise<string | undefined>;
	sweepLinks(before: UtcMs): Promise<void>;

	addInvitation(invitation: Invitation): Promise<void>;
	invitationById(id: string): Promise<Invitation | undefined>;
	openInvitationFor(emailKey: string, now: UtcMs): Promise<Invitation | undefined>;
	useInvitation(id: string, userId: string, now: UtcMs): Promise<boolean>;
	withdrawInvitation(id: string, now: UtcMs): Promise<Invitation | undefined>;
	useSetupLinks(userId: string, now: UtcMs): Promise<string[]>;
	listInvitations(query: {
		state: InvitationState | undefined;
		now: UtcMs;
		skip: number;
		max: number;
	}): Promise<{ items: Invitation[]; total: number }>;
	sweepInvitations(before: UtcMs): Promise<void>;

	countAttempt(key: string, windowMs: number, now: UtcMs): Promise<{ count: number; endsAt: UtcMs }>;
	forgetAttempts(key: string): Promise<void>;
	sweepAttempts(now: UtcMs): Promise<void>;

	addFlow(flow: OauthFlow): Promise<void>;
	consumeFlow(key: OauthFlowKey, now: UtcMs): Promise<OauthFlow | undefined>;
	sweepFlows(now: UtcMs): Promise<void>;
	identity(provider: string, subject: string): Promise<LinkedIdentity | undefined>;
	addIdentity(identity: LinkedIdentity): Promise<boolean>;
	identitiesOf(userId: string): Promise<LinkedIdentity[]>;

	rememberBrowser(userId: string, browserHash: Uint8Array, now: UtcMs): Promise<void>;
	knowsBrowser(emailKey: string, browserHash: Uint8Array, since: UtcMs): Promise<boolean>;
	forgetBrowsers(userId: string): Promise<void>;
	sweepBrowsers(before: UtcMs): Promise<void>;

	totpOf(userId: string): Promise<Totp | undefined>;
	beginTotp(userId: string, secret: string, now: UtcMs): Promise<boolean>;
	confirmTotp(userId: string, secret: string, step: number, now: UtcMs): Promise<boolean>;
	useTotpStep(userId: string, step: number): Promise<boolean>;
	setRecoveryCodes(userId: string, hashes: readonly Uint8Array[]): Promise<void>;
	useRecoveryCode(userId: string, codeHash: Uint8Array): Promise<boolean>;
	recoveryCodesLeft(userId: string): Promise<number>;
	addPasskey(passkey: Passkey): Promise<boolean>;
	passkey(id: string): Promise<Passkey | undefined>;
	passkeysOf(userId: string): Promise<Passkey[]>;
	recordPasskeyUse(id: string, counter: number, now: UtcMs): Promise<void>;
	removePasskey(id: string, userId: string): Promise<boolean>;
	removeFactors(userId: string): Promise<void>;
	setChallenge(challenge: Challenge): Promise<void>;
	consumeChallenge(browserHash: Uint8Array, purpose: string, now: UtcMs): Promise<string | undefined>;
	sweepChallenges(now: UtcMs): Promise<void>;

	addAudit(entry: AuditEntry): Promise<void>;
	listAudit(search: AuditSearch, skip: number, max: number): Promise<AuditPage>;
	auditAfter(search: AuditSearch, last: AuditLine | undefined, max: number): Promise<AuditLine[]>;

	recordVisitorView(view: VisitorView): Promise<{ allowed: boolean; left: number }>;
	sweepVisitorViews(before: ExchangeDate): Promise<void>;
}

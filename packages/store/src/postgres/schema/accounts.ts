import { ROLES, USER_STATUSES } from '@sw/domain/access/account';
import { LINK_KINDS } from '@sw/domain/access/account-link';
import { KEY_SCOPES } from '@sw/domain/access/api-key';
import { LICENCES } from '@sw/domain/reports/licence';
import {
	bigint,
	bigserial,
	boolean,
	customType,
	index,
	integer,
	jsonb,
	pgTable,
	primaryKey,
	sql,
	text,
	uniqueIndex,
	uuid,
} from '../orm/drizzle.ts';
import { exchangeDate, instant } from './columns.ts';

/** Bytes: mostly the SHA-256 of a secret that isn't stored. */
const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });

export const users = pgTable('users', {
	id: uuid().primaryKey(),
	/** As entered by its owner. */
	email: text().notNull(),
	/** The normalized email address (`emailKey`): only one account per address. */
	emailKey: text().notNull().unique('users_email'),
	name: text().notNull().default(''),
	/** argon2id hash; null: the user signs in only with another provider. */
	passwordHash: text(),
	role: text({ enum: ROLES }).notNull(),
	status: text({ enum: USER_STATUSES }).notNull(),
	license: text({ enum: LICENCES }),
	licenseExpires: instant(),
	/** The user's preferences (theme, palette, alerts), in the contract's format. */
	preferences: jsonb().notNull().default({}),
	createdAt: instant().notNull(),
	/** When the email address was first confirmed; after that there is no second trial period. */
	confirmedAt: instant(),
	/** Last sign-in or refresh. */
	seenAt: instant(),
	/** When the second factor was enabled; null if it isn't. */
	secondFactorAt: instant(),
});

/** One sign-in. Its refresh token is replaced at each use; hashes of the current and the previous one are kept. */
export const sessions = pgTable(
	'sessions',
	{
		id: uuid().primaryKey(),
		userId: uuid()
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		/** The part of the refresh token that stays the same after rotations. */
		familyHash: bytes().notNull().unique('sessions_family'),
		refreshHash: bytes().notNull(),
		previousRefreshHash: bytes(),
		accessHash: bytes().notNull().unique('sessions_access'),
		previousAccessHash: bytes(),
		/** Until the current tokens are used, they can be computed again from this salt and the previous token. */
		salt: bytes(),
		/** Hash of the token before the previous one, with the salt from which the previous token can be computed for a moment. */
		olderRefreshHash: bytes(),
		olderSalt: bytes(),
		rotatedAt: instant().notNull(),
		accessExpires: instant().notNull(),
		refreshExpires: instant().notNull(),
		createdAt: instant().notNull(),
		address: text().notNull(),
		agent: text().notNull(),
	},
	(t) => [
		index('sessions_user').on(t.userId),
		uniqueIndex('sessions_previous_access').on(t.previousAccessHash),
		index('sessions_end').on(t.refreshExpires),
	],
);

/** Links in mails, and sign-ins waiting for their second factor: usable once, with an expiry and a limited number of guesses. */
export const accountLinks = pgTable(
	'account_links',
	{
		id: uuid().primaryKey(),
		kind: text({ enum: LINK_KINDS }).notNull(),
		userId: uuid()
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		codeHash: bytes().notNull(),
		/** The email address that the link confirms. */
		email: text().notNull(),
		/** Password hash of the sign-up that requested the link. The hash becomes the account's only when the link is used. */
		passwordHash: text(),
		/** Hash of the secret of the browser that requested the link; null if no browser did. */
		browserHash: bytes(),
		createdAt: instant().notNull(),
		expiresAt: instant().notNull(),
		usedAt: instant(),
		misses: integer().notNull().default(0),
	},
	(t) => [index('account_links_user').on(t.userId, t.kind), index('account_links_end').on(t.expiresAt)],
);

/** Links that create accounts, even if sign-up is closed. */
export const invitations = pgTable(
	'invitations',
	{
		id: uuid().primaryKey(),
		codeHash: bytes().notNull(),
		/** The only email address that can use the invitation, as entered; null: any. */
		email: text(),
		emailKey: text(),
		role: text({ enum: ROLES }).notNull(),
		license: text({ enum: LICENCES }),
		licenseExpires: instant(),
		uses: integer().notNull(),
		/** Ids of the accounts created with the invitation, even deleted ones. */
		usedBy: uuid().array().notNull().default([]),
		isSetup: boolean().notNull().default(false),
		createdAt: instant().notNull(),
		createdBy: text().notNull(),
		expiresAt: instant().notNull(),
		withdrawnAt: instant(),
	},
	(t) => [index('invitations_newest').on(t.createdAt), index('invitations_email').on(t.emailKey), index('invitations_end').on(t.expiresAt)],
);

/** Counted attempts, to prevent guessing. `key` is a hash of the type of attempt and the caller. */
export const attempts = pgTable(
	'attempts',
	{
		key: text().primaryKey(),
		count: integer().notNull(),
		/** When the count restarts from zero. */
		endsAt: instant().notNull(),
	},
	(t) => [index('attempts_end').on(t.endsAt)],
);

/** Unfinished sign-ins with another provider, each bound to the browser that started it. */
export const oauthFlows = pgTable(
	'oauth_flows',
	{
		browserHash: bytes().notNull(),
		provider: text().notNull(),
		state: text().notNull(),
		redirectUrl: text().notNull(),
		/** PKCE code verifier. Useless without the provider's code, which arrives later. */
		verifier: text().notNull(),
		nonce: text().notNull(),
		expiresAt: instant().notNull(),
	},
	(t) => [primaryKey({ columns: [t.browserHash, t.provider, t.state] }), index('oauth_flows_end').on(t.expiresAt)],
);

/** Accounts at other providers that sign in to an account here. */
export const identities = pgTable(
	'identities',
	{
		provider: text().notNull(),
		subject: text().notNull(),
		userId: uuid()
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		email: text().notNull(),
		createdAt: instant().notNull(),
	},
	(t) => [primaryKey({ columns: [t.provider, t.subject] }), index('identities_user').on(t.userId)],
);

/** Sessions at other providers, each with the session here, or the unfinished sign-in, that it started. */
export const providerSessions = pgTable(
	'provider_sessions',
	{
		id: uuid().primaryKey(),
		sessionId: uuid().references(() => sessions.id, { onDelete: 'cascade' }),
		linkId: uuid().references(() => accountLinks.id, { onDelete: 'cascade' }),
		provider: text().notNull(),
		subject: text().notNull(),
		sid: text(),
		/** Stored only if signing out here also ends the session there. */
		idToken: text(),
		/** Stored only if groups determine role and licence. */
		groups: jsonb().$type<readonly string[]>(),
		/** Encrypted with a secret that isn't stored. */
		refreshToken: text(),
		checkedAt: instant(),
		createdAt: instant().notNull(),
	},
	(t) => [
		index('provider_sessions_session').on(t.sessionId),
		index('provider_sessions_link').on(t.linkId),
		index('provider_sessions_subject').on(t.provider, t.subject),
		index('provider_sessions_sid').on(t.provider, t.sid),
	],
);

/** Browsers that have signed in to an account: wrong guesses elsewhere don't lock these out. */
export const accountBrowsers = pgTable(
	'account_browsers',
	{
		userId: uuid()
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		browserHash: bytes().notNull(),
		seenAt: instant().notNull(),
	},
	(t) => [primaryKey({ columns: [t.userId, t.browserHash] }), index('account_browsers_seen').on(t.seenAt)],
);

/** The secret that an account shares with an authenticator app. Codes are computed from it, so a hash is not enough. */
export const accountTotp = pgTable('account_totp', {
	userId: uuid()
		.primaryKey()
		.references(() => users.id, { onDelete: 'cascade' }),
	/** Secret in Base32. */
	secret: text().notNull(),
	createdAt: instant().notNull(),
	/** When the first correct code was entered; null: not active yet. */
	confirmedAt: instant(),
	/** The 30 s step of the last used code: no code can be used twice. */
	lastStep: integer().notNull().default(0),
});

/** Codes to use when the second factor is lost. Each works once. */
export const accountRecoveryCodes = pgTable(
	'account_recovery_codes',
	{
		userId: uuid()
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		codeHash: bytes().notNull(),
	},
	(t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
);

export const accountPasskeys = pgTable(
	'account_passkeys',
	{
		/** The credential's id, base64url. */
		id: text().primaryKey(),
		userId: uuid()
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		/** COSE key. */
		publicKey: bytes().notNull(),
		/** Use count reported by the authenticator; 0 if it reports none. */
		counter: bigint({ mode: 'number' }).notNull(),
		transports: text().array().notNull(),
		name: text().notNull(),
		createdAt: instant().notNull(),
		usedAt: instant(),
	},
	(t) => [index('account_passkeys_user').on(t.userId)],
);

/** Personal keys, with which programs act as their owner. */
export const apiKeys = pgTable(
	'api_keys',
	{
		id: uuid().primaryKey(),
		userId: uuid()
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		name: text().notNull(),
		keyHash: bytes().notNull().unique('api_keys_hash'),
		/** The last characters of the key. */
		tail: text().notNull(),
		scopes: text({ enum: KEY_SCOPES }).array().notNull(),
		createdAt: instant().notNull(),
		expiresAt: instant().notNull(),
		/** Updated at most once a minute. */
		usedAt: instant(),
	},
	(t) => [index('api_keys_user').on(t.userId, t.createdAt), index('api_keys_end').on(t.expiresAt)],
);

/** Challenges for a browser's authenticator to sign. Each can be answered once. */
export const accountChallenges = pgTable(
	'account_challenges',
	{
		browserHash: bytes().notNull(),
		/** 'sign-in', or the id of the account that adds the authenticator. */
		purpose: text().notNull(),
		challenge: text().notNull(),
		expiresAt: instant().notNull(),
	},
	(t) => [primaryKey({ columns: [t.browserHash, t.purpose] }), index('account_challenges_end').on(t.expiresAt)],
);

/** Administrative actions, with actor and target. Lines remain when the accounts are deleted. */
export const auditLog = pgTable(
	'audit_log',
	{
		id: bigserial({ mode: 'number' }).primaryKey(),
		at: instant().notNull(),
		/** null: the product itself, or a command on the server's machine. */
		actorId: uuid(),
		actor: text().notNull(),
		act: text().notNull(),
		target: text().notNull(),
		detail: jsonb().$type<Readonly<Record<string, unknown>>>().notNull().default({}),
		address: text().notNull(),
	},
	(t) => [
		index('audit_log_newest').on(t.at, t.id),
		index('audit_log_actor').on(sql`lower(${t.actor}) text_pattern_ops`),
		index('audit_log_act').on(sql`lower(${t.act}) text_pattern_ops`),
		index('audit_log_target').on(sql`lower(${t.target}) text_pattern_ops`),
	],
);

/** The tickers whose details a visitor opened on a New York day. */
export const visitorViews = pgTable(
	'visitor_views',
	{
		day: exchangeDate().notNull(),
		visitor: text().notNull(),
		tickers: integer().array().notNull(),
	},
	(t) => [primaryKey({ columns: [t.day, t.visitor] })],
);

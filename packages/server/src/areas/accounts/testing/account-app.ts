import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { computeKeyExpiry, KEY_PREFIX, type KeyScope, MAX_KEYS_PER_ACCOUNT } from '@sw/domain/access/api-key';
import type { User } from '@sw/domain/access/user';
import { openRecords, type Records } from '@sw/store/postgres/records';
import { createTestDatabase } from '@sw/store/testing/databases';
import type {} from '@sw/store/testing/global-setup';
import { SLOW_CHECK_TIMING } from '@sw/store/testing/slow-machine-limits';
import type { InjectOptions } from 'fastify';
import { inject } from 'vitest';
import { openAccounts } from '../../../compose/areas/accounts.ts';
import { createApp } from '../../../http/app.ts';
import { HTTP_DEFAULTS } from '../../../http/config.ts';
import type { OauthConfig } from '../../../outside/oauth/provider.ts';
import type { Implementation } from '../../handlers.ts';
import { createUser } from '../parts/new-user.ts';
import { sha256 } from '../parts/tokens.ts';

export const ORIGIN = 'http://localhost:8080';
export const PASSWORD = 'correct horse battery';

export interface TestResponse {
	status: number;
	body: unknown;
	headers: Record<string, unknown>;
}

export interface Browser {
	cookies: Map<string, string>;
	/** Attributes of the last Set-Cookie of each name. */
	attributes: Map<string, Record<string, unknown>>;
	send(method: string, url: string, body?: unknown, headers?: Record<string, string>): Promise<TestResponse>;
}

export interface AccountApp extends AsyncDisposable {
	accounts: ReturnType<typeof openAccounts>;
	/** Direct access to the database. */
	records: Records;
	app: Awaited<ReturnType<typeof createApp>>;
	clock: { now(): number; forward(ms: number): void };
	/** A new browser with its own cookies. Default address: a new one. */
	browser(address?: string): Browser;
	/** An account with these fields, and a browser signed in to it. */
	createSignedInUser(change?: Partial<User>): Promise<{ browser: Browser; user: User }>;
	addUser(change?: Partial<User>): Promise<User>;
	/** A personal key, valid for a day, without the API call that creates keys, which only active accounts may make. */
	addKey(user: User, scopes: readonly KeyScope[]): Promise<{ key: string; id: string }>;
	/** The mails to an address, oldest first, once all pending work is done. */
	readMailsTo(email: string): Promise<{ subject: string; text: string; html: string; messageId?: string }[]>;
	folder: string;
}

export interface AccountAppOptions {
	origin?: string;
	oauth?: readonly OauthConfig[];
	areas?: readonly Implementation[];
	/** Areas that depend on the accounts area and its database. */
	createAreas?: (
		parts: Pick<AccountApp, 'accounts' | 'records' | 'clock'>,
	) => readonly Implementation[] | Promise<readonly Implementation[]>;
	/** Routes that are not API calls, added after all areas. */
	createExtensions?: () => NonNullable<Parameters<typeof createApp>[0]['extensions']>;
	/** Whether only users of this machine can reach the service. Default: false. */
	isLocalOnly?: boolean;
	captcha?: Parameters<typeof openAccounts>[0]['config']['captcha'];
	/** Sign-in by a proxy at one of these addresses. */
	proxy?: NonNullable<Parameters<typeof openAccounts>[0]['config']['proxySignIn']> & { at: readonly string[]; warn(message: string): void };
	/** Called for each warning in the log. */
	warn?(message: string): void;
	/** Default: true. */
	passwordsEnabled?: boolean;
	/** A mail server. Default: mails go to the outbox. */
	smtpUrl?: string;
}

let lastNumber = 0;

/** The accounts area with the real HTTP layer and its own database, with a clock that only moves on demand. */
export async function accountApp(options: AccountAppOptions = {}): Promise<AccountApp> {
	const {
		origin = ORIGIN,
		oauth = [],
		areas = [],
		createAreas = () => [],
		createExtensions = () => [],
		captcha = null,
		isLocalOnly = false,
		smtpUrl = null,
		passwordsEnabled = true,
		proxy,
	} = options;
	const database = await createTestDatabase(inject('databaseUrl'));
	const records = openRecords(database.url, undefined, SLOW_CHECK_TIMING.timeoutMs);
	const folder = mkdtempSync(join(tmpdir(), 'accounts-'));
	let nowMs = Date.UTC(2026, 5, 30, 15, 45);
	const clock = {
		now: () => nowMs,
		forward: (ms: number) => {
			nowMs += ms;
		},
	};
	const accounts = openAccounts({
		records,
		config: {
			origin,
			folder,
			smtpUrl,
			mailFrom: 'Signalwheel <no-reply@localhost>',
			captcha,
			oauth,
			passwords: passwordsEnabled,
			...(proxy ? { proxySignIn: proxy, trustedProxies: proxy.at } : {}),
		},
		wall: clock,
		localOnly: isLocalOnly,
		log: {
			error: (details, message) => {
				throw new Error(`${message}: ${JSON.stringify(details)}`);
			},
			warn: (_details, message) => (proxy ?? options).warn?.(message),
		},
		hashCosts: { memoryKib: 1024, passes: 1 },
	});
	const dependentAreas = await createAreas({ accounts, records, clock });
	const app = await createApp({
		config: { ...HTTP_DEFAULTS, origin, callsPerMinute: 1_000_000 },
		version: 'test',
		areas: [accounts.area, ...areas, ...dependentAreas],
		extensions: createExtensions(),
		guard: accounts.guard,
	});

	const browser = (address = `198.51.${(++lastNumber >> 8) & 255}.${lastNumber & 255}`): Browser => {
		const cookies = new Map<string, string>();
		const attributes: Browser['attributes'] = new Map();
		return {
			cookies,
			attributes,
			send: async (method, url, body, headers = {}) => {
				const injectOptions: InjectOptions = {
					method: method as 'GET',
					url,
					remoteAddress: address,
					headers: { 'user-agent': 'Test browser', ...headers },
					cookies: Object.fromEntries(cookies),
					...(body === undefined ? {} : { payload: body as object }),
				};
				const response = await app.inject(injectOptions);
				for (const { name, value, ...rest } of response.cookies) {
					attributes.set(name, rest);
					if (value === '' || rest.maxAge === 0) cookies.delete(name);
					else cookies.set(name, value);
				}
				const isJson = String(response.headers['content-type']).includes('json');
				return { status: response.statusCode, body: isJson ? response.json() : response.body, headers: response.headers };
			},
		};
	};

	const addUser = async (change: Partial<User> = {}): Promise<User> => {
		const { context } = accounts;
		const email = change.email ?? `user${++lastNumber}@example.test`;
		const passwordHash = await context.hasher.hash(PASSWORD);
		const newUser = { ...createUser(context.randomSource.uuid(), email, context.clock.now()), status: 'active' as const, passwordHash };
		const user = await context.records.addUser({ ...newUser, confirmedAt: context.clock.now(), ...change });
		if (!user) throw new Error(`${email} already exists`);
		return user;
	};

	const addKey: AccountApp['addKey'] = async (user, scopes) => {
		const { context } = accounts;
		const key = `${KEY_PREFIX}${context.randomSource.bytes(32).toString('base64url')}`;
		const [id, now] = [context.randomSource.uuid(), context.clock.now()];
		const keyFields = { id, userId: user.id, name: 'A program', tail: '', scopes, createdAt: now, usedAt: null, keyHash: sha256(key) };
		await context.records.addKey({ ...keyFields, expiresAt: computeKeyExpiry(now, 1) }, MAX_KEYS_PER_ACCOUNT);
		return { key, id };
	};

	const dispose = async (): Promise<void> => {
		await app.close();
		await accounts.close();
		await records.close();
		await database.drop();
		rmSync(folder, { recursive: true, force: true });
	};

	return {
		accounts,
		records,
		app,
		clock,
		folder,
		browser,
		addUser,
		addKey,
		createSignedInUser: async (change = {}) => {
			const user = await addUser(change);
			const ownBrowser = browser();
			const { status } = await ownBrowser.send('POST', '/api/auth/login', { email: user.email, password: PASSWORD });
			if (status !== 200) throw new Error(`sign-in responded with ${status}`);
			return { browser: ownBrowser, user };
		},
		readMailsTo: async (email) => {
			await accounts.context.backgroundMail.drain();
			const { items } = (await accounts.context.outbox?.list(0, 1_000)) ?? { items: [] };
			return items.filter((mail) => mail.to === email).reverse();
		},
		[Symbol.asyncDispose]: dispose,
	};
}

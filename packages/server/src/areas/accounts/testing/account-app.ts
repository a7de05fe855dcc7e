import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KEY_PREFIX, KEYS_ALLOWED, type KeyScope, keyExpiry } from '@sw/domain/access/api-key';
import type { User } from '@sw/domain/access/user';
import { openRecords, type Records } from '@sw/store/postgres/records';
import { testDatabase } from '@sw/store/testing/databases';
import type {} from '@sw/store/testing/global-setup';
import { SLOW_BEAT } from '@sw/store/testing/slow-machine-limits';
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

export interface Answer {
	status: number;
	body: unknown;
	headers: Record<string, unknown>;
}

export interface Browser {
	cookies: Map<string, string>;
	/** Attributes of the last Set-Cookie of each name. */
	attributes: Map<string, Record<string, unknown>>;
	send(method: string, url: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
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
	signedIn(change?: Partial<User>): Promise<{ browser: Browser; user: User }>;
	addUser(change?: Partial<User>): Promise<User>;
	/** A personal key, valid for a day, without the API call that creates keys, which only active accounts may make. */
	addKey(user: User, scopes: readonly KeyScope[]): Promise<{ key: string; id: string }>;
	/** The mails to an address, oldest first, once all pending work is done. */
	mailsTo(email: string): Promise<{ subject: string; text: string; html: string; messageId?: string }[]>;
	folder: string;
}

export interface AccountAppOptions {
	origin?: string;
	oauth?: readonly OauthConfig[];
	areas?: readonly Implementation[];
	/** Areas that depend on the accounts area and its database. */
	areasOn?: (made: Pick<AccountApp, 'accounts' | 'records' | 'clock'>) => readonly Implementation[] | Promise<readonly Implementation[]>;
	/** Routes that are not API calls, added after those areas. */
	extensionsOn?: () => NonNullable<Parameters<typeof createApp>[0]['extensions']>;
	/** As if only this machine's user could reach the service. */
	alone?: boolean;
	captcha?: Parameters<typeof openAccounts>[0]['config']['captcha'];
	/** Sign-in by a proxy at one of these addresses. */
	proxy?: NonNullable<Parameters<typeof openAccounts>[0]['config']['proxySignIn']> & { at: readonly string[]; warn(message: string): void };
	/** Called for each warning in the log. */
	warn?(message: string): void;
	/** Default: true. */
	passwords?: boolean;
	/** A mail server. Default: mails go to the outbox. */
	smtpUrl?: string;
}

let number = 0;

/** The accounts area with the real HTTP layer and its own database, with a clock that only moves on demand. */
export async function accountApp(options: AccountAppOptions = {}): Promise<AccountApp> {
	const {
		origin = ORIGIN,
		oauth = [],
		areas = [],
		areasOn = () => [],
		extensionsOn = () => [],
		captcha = null,
		alone = false,
		smtpUrl = null,
		passwords = true,
		proxy,
	} = options;
	const database = await testDatabase(inject('databaseUrl'));
	const records = openRecords(database.url, undefined, SLOW_BEAT.timeoutMs);
	const folder = mkdtempSync(join(tmpdir(), 'accounts-'));
	let time = Date.UTC(2026, 5, 30, 15, 45);
	const clock = {
		now: () => time,
		forward: (ms: number) => {
			time += ms;
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
			passwords,
			...(proxy ? { proxySignIn: proxy, trustedProxies: proxy.at } : {}),
		},
		wall: clock,
		localOnly: alone,
		log: {
			error: (details, message) => {
				throw new Error(`${message}: ${JSON.stringify(details)}`);
			},
			warn: (_details, message) => (proxy ?? options).warn?.(message),
		},
		hashCosts: { memoryKib: 1024, passes: 1 },
	});
	const made = await areasOn({ accounts, records, clock });
	const app = await createApp({
		config: { ...HTTP_DEFAULTS, origin, callsPerMinute: 1_000_000 },
		version: 'test',
		areas: [accounts.area, ...areas, ...made],
		extensions: extensionsOn(),
		guard: accounts.guard,
	});

	const browser = (address = `198.51.${(++number >> 8) & 255}.${number & 255}`): Browser => {
		const cookies = new Map<string, string>();
		const attributes: Browser['attributes'] = new Map();
		return {
			cookies,
			attributes,
			send: async (method, url, body, headers = {}) => {
				const sent: InjectOptions = {
					method: method as 'GET',
					url,
					remoteAddress: address,
					headers: { 'user-agent': 'Test browser', ...headers },
					cookies: Object.fromEntries(cookies),
					...(body === undefined ? {} : { payload: body as object }),
				};
				const answer = await app.inject(sent);
				for (const { name, value, ...rest } of answer.cookies) {
					attributes.set(name, rest);
					if (value === '' || rest.maxAge === 0) cookies.delete(name);
					else cookies.set(name, value);
				}
				const isJson = String(answer.headers['content-type']).includes('json');
				return { status: answer.statusCode, body: isJson ? answer.json() : answer.body, headers: answer.headers };
			},
		};
	};

	const addUser = async (change: Partial<User> = {}): Promise<User> => {
		const { context } = accounts;
		const email = change.email ?? `user${++number}@example.test`;
		const passwordHash = await context.hasher.hash(PASSWORD);
		const fresh = { ...createUser(context.randomSource.uuid(), email, context.clock.now()), status: 'active' as const, passwordHash };
		const user = await context.records.addUser({ ...fresh, confirmedAt: context.clock.now(), ...change });
		if (!user) throw new Error(`${email} is there already`);
		return user;
	};

	const addKey: AccountApp['addKey'] = async (user, scopes) => {
		const { context } = accounts;
		const key = `${KEY_PREFIX}${context.randomSource.bytes(32).toString('base64url')}`;
		const [id, now] = [context.randomSource.uuid(), context.clock.now()];
		const made = { id, userId: user.id, name: 'A program', tail: '', scopes, createdAt: now, usedAt: null, keyHash: sha256(key) };
		await context.records.addKey({ ...made, expiresAt: keyExpiry(now, 1) }, KEYS_ALLOWED);
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
		signedIn: async (change = {}) => {
			const user = await addUser(change);
			const own = browser();
			const { status } = await own.send('POST', '/api/auth/login', { email: user.email, password: PASSWORD });
			if (status !== 200) throw new Error(`signing in answered ${status}`);
			return { browser: own, user };
		},
		mailsTo: async (email) => {
			await accounts.context.backgroundMail.drain();
			const { items } = (await accounts.context.outbox?.list(0, 1_000)) ?? { items: [] };
			return items.filter((mail) => mail.to === email).reverse();
		},
		[Symbol.asyncDispose]: dispose,
	};
}

/**
 * `npm run timing`: whether response times reveal which e-mail addresses have accounts. 200 attempts per side, alternately, against the real stores and
 * real hashing; it fails if the two sides differ at the level 0.001 by more than a network hides (0.5 ms at the median).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createUser } from '@sw/server/areas/accounts/parts/new-user';
import { openAccounts } from '@sw/server/compose/areas/accounts';
import { createApp } from '@sw/server/http/app';
import { HTTP_DEFAULTS } from '@sw/server/http/config';
import { startEmbedded } from '@sw/store/postgres/embedded';
import { migrateRecords } from '@sw/store/postgres/migrate';
import { openRecords } from '@sw/store/postgres/records';
import { compare } from './compare.ts';

const TRIES = 200;
const WARM_UP = 20;
const SIGNIFICANCE = 0.001;
const NETWORK_NOISE_MS = 0.5;
const ORIGIN = 'http://localhost:8080';
const RIGHT_PASSWORD = 'the right password';

const folder = mkdtempSync(join(tmpdir(), 'signalwheel-timing-'));
const database = await startEmbedded({ folder: join(folder, 'postgres') });
await migrateRecords(database.url);
const records = openRecords(database.url);
const accounts = openAccounts({
	records,
	config: { origin: ORIGIN, folder, smtpUrl: null, mailFrom: 'timing@localhost', captcha: null, oauth: [] },
	wall: { now: () => Date.now() },
	log: { error: (details, message) => console.error(message, details) },
});
const app = await createApp({
	config: { ...HTTP_DEFAULTS, origin: ORIGIN, callsPerMinute: 1_000_000 },
	version: 'timing',
	areas: [accounts.area],
	guard: accounts.guard,
});
const { context } = accounts;
const passwordHash = await context.hasher.hash(RIGHT_PASSWORD);

let counter = 0;

async function createAccount(status: 'active' | 'unconfirmed'): Promise<string> {
	const email = `known${counter++}@example.test`;
	await context.records.addUser({ ...createUser(context.randomSource.uuid(), email, context.clock.now()), status, passwordHash });
	return email;
}

interface ProbedCall {
	name: string;
	method?: 'POST' | 'PUT' | 'PATCH';
	url: string;
	/** Requested by a signed-in account with that status. */
	signedInAs?: 'active' | 'unconfirmed';
	createKnownEmail(): Promise<string>;
	body(email: string): object;
}

const wrongPassword = 'not the right password';
const probedCalls: ProbedCall[] = [
	{
		name: 'login, wrong password',
		url: '/api/auth/login',
		createKnownEmail: () => createAccount('active'),
		body: (email) => ({ email, password: wrongPassword }),
	},
	{
		name: 'password recovery',
		url: '/api/password-recovery',
		createKnownEmail: () => createAccount('active'),
		body: (email) => ({ email }),
	},
	{
		name: 'sign-up, unconfirmed address',
		url: '/api/auth/signup',
		createKnownEmail: () => createAccount('unconfirmed'),
		body: (email) => ({ email, password: wrongPassword }),
	},
	{
		name: 'moving to another address',
		method: 'PATCH',
		url: '/api/me',
		signedInAs: 'active',
		createKnownEmail: () => createAccount('active'),
		body: (email) => ({ email, password: RIGHT_PASSWORD }),
	},
	{
		name: 'confirming another address',
		method: 'PUT',
		url: '/api/confirm/resend/email',
		signedInAs: 'unconfirmed',
		createKnownEmail: () => createAccount('active'),
		body: (email) => ({ email }),
	},
];

async function measure(probedCall: ProbedCall): Promise<boolean> {
	const { name, createKnownEmail } = probedCall;
	const sides = { known: [] as number[], unknown: [] as number[] };
	const statuses = new Set<number>();
	for (let round = 0; round < TRIES + WARM_UP; round++) {
		// The sides alternate, and so does which comes first: drift affects both equally.
		const order = round % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
		for (const side of order) {
			const email = side === 'known' ? await createKnownEmail() : await createUnknownEmail();
			const { ms, status } = await timeCall(probedCall, email);
			statuses.add(status);
			if (round >= WARM_UP) sides[side].push(ms);
		}
	}
	const { medianA, medianB, z, p } = compare(sides.known, sides.unknown);
	const isRevealing = p < SIGNIFICANCE && Math.abs(medianA - medianB) > NETWORK_NOISE_MS;
	// A call refused as malformed (400) has looked nothing up.
	const isValid = statuses.size === 1 && !statuses.has(400);
	const figures = `known ${medianA.toFixed(2)} ms, unknown ${medianB.toFixed(2)} ms, z ${z.toFixed(2)}, p ${p.toFixed(4)}, statuses ${[...statuses].join(' ')}`;
	console.log(`${isRevealing || !isValid ? 'FAIL' : 'ok  '} ${name}: ${figures}`);
	return !isRevealing && isValid;
}

async function timeCall({ method = 'POST', url, signedInAs, body }: ProbedCall, email: string): Promise<{ ms: number; status: number }> {
	const remoteAddress = nextIp();
	const headers = signedInAs ? { cookie: await signInOther(signedInAs) } : {};
	const began = performance.now();
	const { statusCode } = await app.inject({ method, url, headers, payload: body(email), remoteAddress });
	const ms = performance.now() - began;
	await context.backgroundMail.drain();
	return { ms, status: statusCode };
}

/** Each attempt comes from a different IP; otherwise the rate limit would refuse it. */
function nextIp(): string {
	counter++;
	return `10.${counter >> 16}.${(counter >> 8) & 255}.${counter & 255}`;
}

/** The cookie of another signed-in account: one account may ask for ten addresses an hour. */
async function signInOther(status: 'active' | 'unconfirmed'): Promise<string> {
	const user = await context.records.addUser({
		...createUser(context.randomSource.uuid(), `asker${counter++}@example.test`, context.clock.now()),
		status,
		passwordHash,
	});
	if (!user) throw new Error('The account already exists.');
	return `sw_access=${(await context.sessions.open(user, { address: nextIp(), agent: '' })).access}`;
}

/** Does the same work as for a known e-mail address, so that attempts before the clock starts leave the same state. */
async function createUnknownEmail(): Promise<string> {
	await createAccount('active');
	return `unknown${counter++}@example.test`;
}

let passed = true;
for (const probedCall of probedCalls) passed = (await measure(probedCall)) && passed;
await app.close();
await accounts.close();
await records.close();
await database.stop();
rmSync(folder, { recursive: true, force: true });
process.exitCode = passed ? 0 : 1;

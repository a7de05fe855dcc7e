/** What users of an earlier version own: written through its calls; calls that it doesn't know yet are left out. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const LICENCES = ['basic', 'premium', 'pro'] as const;
export const PASSWORD = 'long enough for every version 1';
export const EMAILS = LICENCES.map((licence) => `${licence}@example.com`);
const STRATEGY = { tab: 'extreme_rise', timeframes: ['fifteen_minutes', 'thirty_minutes', 'one_hour'] } as const;
const MONTH = 30 * 86_400_000;
const LATER = '2099-01-01T00:00:00Z';

export interface Caller {
	/** The answer's JSON; undefined where this version has no such call. */
	call<T = unknown>(method: string, path: string, body?: object): Promise<T | undefined>;
}

export async function signIn(url: string, email: string, password: string): Promise<Caller> {
	const headers = { 'content-type': 'application/json', origin: url };
	const signedIn = await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body: JSON.stringify({ email, password }) });
	if (signedIn.status !== 200) throw new Error(`${email} can't sign in: ${signedIn.status} ${await signedIn.text()}`);
	const cookie = signedIn.headers.getSetCookie().map((line) => line.split(';')[0]);
	return {
		call: async <T>(method: string, path: string, body?: object) => {
			const answer = await fetch(`${url}${path}`, {
				method,
				headers: { ...headers, cookie: cookie.join('; ') },
				...(body ? { body: JSON.stringify(body) } : {}),
			});
			const text = await answer.text();
			if (answer.status === 404 && !text.includes('"code"')) return undefined;
			if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
			return (text === '' ? null : JSON.parse(text)) as T;
		},
	};
}

export async function signInAdmin(url: string, folder: string): Promise<Caller> {
	return signIn(url, 'admin@demo.test', readFileSync(join(folder, 'demo-password'), 'utf8').trim());
}

/** Answers how many calls were taken. */
export async function fillAccounts(url: string, folder: string): Promise<number> {
	let taken = 0;
	const admin = await signInAdmin(url, folder);
	const send = async <T>(caller: Caller, method: string, path: string, body?: object): Promise<T | undefined> => {
		const answer = await caller.call<T>(method, path, body);
		if (answer !== undefined) taken++;
		return answer;
	};
	await send(admin, 'POST', '/api/settings', { settings: { daily_gap_sessions: 7, daily_split_check: false } });
	for (const [n, licence] of LICENCES.entries()) {
		const email = EMAILS[n] as string;
		const account = { email, password: PASSWORD, name: `Reader ${licence}`, license: licence, license_expires: LATER };
		await send(admin, 'POST', '/api/users', account);
		const reader = await signIn(url, email, PASSWORD);
		await send(reader, 'PATCH', '/api/me', { theme: 'dark' });
		const filters = [{ sector: 'volume', timeframe: 'fifteen_minutes', value: 3 }];
		const filter = { ...STRATEGY, filters, name: `Loud ${licence}`, operation: 'short', comment: 'Kept over an upgrade' };
		const saved = await send<{ id: number }>(reader, 'POST', '/api/filters', filter);
		await send(reader, 'PUT', `/api/filters/${saved?.id}/feed`, { feed: true });
		await send(reader, 'POST', '/api/black-list', { filter: [saved?.id], tickers: [n + 1], reason: 'quiet' });
		await send(reader, 'POST', '/api/black-list', { tickers: [n + 10], until: LATER });
		await send(reader, 'POST', '/api/favorites', { ticker: n + 20 });
		await send(reader, 'POST', '/api/user-settings/sector-charts', { settings: [{ ...STRATEGY, settings: { sectors: 6 } }] });
		await send(reader, 'PUT', `/api/user-settings/levels/${n + 20}`, { items: [{ kind: 'line', price: 10.5 }] });
		const plans = await reader.call<{ items: { product_id: string; license: string }[] }>('GET', '/api/prices');
		const plan = plans?.items.find(({ license }) => license === licence)?.product_id;
		if (plan) await send(reader, 'POST', '/api/orders', { product_id: plan });
		await send(reader, 'POST', '/api/me/keys', { name: 'Laptop', scopes: ['lists:read'], days: 30, password: PASSWORD });
	}
	await send(admin, 'POST', '/api/contact-us', { email: 'ann@example.com', message: 'When does the market open? Thank you.' });
	await send(admin, 'POST', '/api/messages', {
		subject: 'Moving',
		text: 'We move on Sunday.',
		audience: 'everybody',
		ends: new Date(Date.now() + MONTH),
	});
	return taken;
}

import type { InjectOptions } from 'fastify';
import type { Product } from '../product.ts';
import { type TestProcesses, testProcesses } from './processes.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface SignedIn {
	readonly processes: TestProcesses;
	readonly stores: Product['stores'];
	/** Calls as an administrator, who may call everything. */
	send(method: Method, url: string, body?: object): Promise<{ status: number; text: string; isJson: boolean }>;
	close(): Promise<void>;
}

export const ACCOUNT = { email: 'admin@example.test', password: 'correct horse battery' };

/** The whole product on a small simulated market, with an administrator signed in. */
export async function signedInProduct(): Promise<SignedIn> {
	const processes = await testProcesses();
	const { app, stores } = await processes.start();
	let callCount = 0;
	let cookies: Record<string, string> = {};
	const send: SignedIn['send'] = async (method, url, body) => {
		callCount++;
		const payload = body === undefined ? {} : { payload: body as InjectOptions['payload'] & object };
		// Calls are limited by IP address, so each call gets its own.
		const remoteAddress = `10.0.${callCount >> 8}.${callCount & 255}`;
		const answer = await app.inject({ method, url, cookies, remoteAddress, ...payload });
		if (url === '/api/auth/login') cookies = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]));
		return { status: answer.statusCode, text: answer.body, isJson: String(answer.headers['content-type']).includes('json') };
	};
	await send('POST', '/api/auth/signup', ACCOUNT);
	await stores.records.pool.query("update users set role = 'admin', status = 'active', confirmed_at = now() where email = $1", [
		ACCOUNT.email,
	]);
	const { status, text } = await send('POST', '/api/auth/login', ACCOUNT);
	if (status !== 200) throw new Error(`Signing in answered ${status}: ${text}`);
	return { processes, stores, send, close: processes.close };
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Signs a demo account in; returns the session's cookies. */
export async function signIn(url: string, folder: string, email: string): Promise<string> {
	const password = readFileSync(join(folder, 'demo-password'), 'utf8').trim();
	const response = await fetch(`${url}/api/auth/login`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', origin: url },
		body: JSON.stringify({ email, password }),
	});
	if (response.status !== 200) throw new Error(`${email} could not sign in: ${response.status}`);
	return readCookies(response);
}

function readCookies(response: Response): string {
	return response.headers
		.getSetCookie()
		.map((line) => line.split(';')[0])
		.join('; ');
}

/** Refreshes a session for another quarter of an hour; returns its cookies. */
export async function renewSession(url: string, cookie: string): Promise<string> {
	const response = await fetch(`${url}/api/auth/refresh`, { method: 'POST', headers: { cookie, origin: url } });
	if (response.status !== 200) throw new Error(`A session could not be renewed: ${response.status}`);
	return readCookies(response);
}

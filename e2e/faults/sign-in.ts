import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The cookies of a demo account's session. */
export async function signIn(url: string, folder: string, email: string): Promise<string> {
	const password = readFileSync(join(folder, 'demo-password'), 'utf8').trim();
	const answer = await fetch(`${url}/api/auth/login`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', origin: url },
		body: JSON.stringify({ email, password }),
	});
	if (answer.status !== 200) throw new Error(`${email} could not sign in: ${answer.status}`);
	return cookiesOf(answer);
}

function cookiesOf(answer: Response): string {
	return answer.headers
		.getSetCookie()
		.map((line) => line.split(';')[0])
		.join('; ');
}

/** The cookies of the same session, refreshed for another quarter of an hour. */
export async function renew(url: string, cookie: string): Promise<string> {
	const answer = await fetch(`${url}/api/auth/refresh`, { method: 'POST', headers: { cookie, origin: url } });
	if (answer.status !== 200) throw new Error(`A session could not be renewed: ${answer.status}`);
	return cookiesOf(answer);
}

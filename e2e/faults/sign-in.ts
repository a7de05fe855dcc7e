import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The cookies of a demo account's session. */
export const signIn = async (url: string, folder: string, email: string): Promise<string> => {
	const password = readFileSync(join(folder, 'demo-password'), 'utf8').trim();
	const answer = await fetch(`${url}/api/auth/login`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', origin: url },
		body: JSON.stringify({ email, password }),
	});
	if (answer.status !== 200) throw new Error(`${email} could not sign in: ${answer.status}`);
	return answer.headers
		.getSetCookie()
		.map((line) => line.split(';')[0])
		.join('; ');
};

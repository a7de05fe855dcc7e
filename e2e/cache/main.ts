/**
 * `npm run cache`: Debian's nginx as a cache in front of a product, with deploy/nginx-cache.conf. Answers that are the same for all users come from
 * the cache, byte for byte the product's; private answers never do; unchanged ones are 304; cached ones are served while the product is down. Exit
 * code 1 lists the failures.
 */
import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@sw/contract/base/define';
import { contract } from '@sw/contract/index';
import { INFORMATION_PAGES } from '@sw/domain/outreach/information';
import { PUBLIC_PAGES } from '@sw/domain/prices/public-pages';
import { utcMs } from '@sw/domain/time/units';
import { createHasher } from '@sw/server/areas/accounts/parts/hasher';
import { createUser } from '@sw/server/areas/accounts/parts/new-user';
import { bindAccountRecords } from '@sw/store/postgres/records/accounts/accounts';
import { freePort } from '../faults/server-process.ts';
import { startProduct } from '../fixtures.ts';
import { hostileCalls } from '../fuzz/calls.ts';
import { type Answer, fetchAnswer, startFront } from './front.ts';

const problems: string[] = [];
let answers = 0;

function hold(isSo: boolean, address: string, description: string): void {
	answers++;
	if (!isSo) problems.push(`${address}: ${description}`);
}

const port = await freePort();
const origin = `http://localhost:${port}`;
const running = await startProduct({
	SIGNALWHEEL_ORIGIN: origin,
	SIGNALWHEEL_TRUSTED_PROXIES: '127.0.0.1',
	SIGNALWHEEL_ENVIRONMENT: 'prod',
});
const behind = running.url;
const front = await startFront(port, Number(new URL(behind).port));

const password = 'correct horse battery';
await bindAccountRecords(running.product.stores.records.db).addUser({
	...createUser(randomUUID(), 'reader@example.test', utcMs(running.wall.now())),
	status: 'active',
	license: 'pro',
	passwordHash: await createHasher().hash(password),
});
const login = await fetch(`${behind}/api/auth/login`, {
	method: 'POST',
	headers: { 'content-type': 'application/json', origin },
	body: JSON.stringify({ email: 'reader@example.test', password }),
});
const cookie = login.headers
	.getSetCookie()
	.map((line) => line.split(';')[0])
	.join('; ');
if (login.status !== 200) throw new Error(`Signing in answered ${login.status}`);

function isKept({ cache }: Answer): boolean {
	return cache === 'HIT' || cache === 'STALE' || cache === 'UPDATING' || cache === 'REVALIDATED';
}

/** The same for all users: the second answer is the cached one, byte for byte the product's. */
async function shared(path: string): Promise<void> {
	const own = await fetchAnswer(behind + path);
	const asTrader = await fetchAnswer(front.url + path, { cookie });
	const asVisitor = await fetchAnswer(front.url + path);
	hold(own.status === 200 && isShared(own), path, `is not shared: ${own.status}, ${own.headers['cache-control']}`);
	hold(own.headers['set-cookie'] === undefined, path, 'sets a cookie');
	hold(isKept(asVisitor), path, `is not kept: ${asVisitor.cache}`);
	hold(asVisitor.body.equals(own.body) && asTrader.body.equals(own.body), path, 'is not what the product answers');
	const etag = String(own.headers['etag'] ?? '');
	hold(etag !== '', path, 'has no ETag');
	const known = await fetchAnswer(front.url + path, { 'if-none-match': etag });
	hold(known.status === 304 && known.body.length === 0, path, `answers ${known.status} to who has it`);
	for (const packing of ['gzip', 'br']) {
		const first = await fetchAnswer(front.url + path, { 'accept-encoding': packing });
		const second = await fetchAnswer(front.url + path, { 'accept-encoding': packing });
		hold(first.body.equals(own.body) && second.body.equals(own.body), path, `is other bytes as ${packing}`);
	}
}

function isShared({ headers }: Answer): boolean {
	return /\bpublic\b/.test(String(headers['cache-control']));
}

/** Whatever a trader has read before: a visitor gets the same answer as without a cache, and vice versa. */
async function apart(path: string): Promise<void> {
	const [mine, theirs] = [await fetchAnswer(behind + path, { cookie }), await fetchAnswer(behind + path)];
	for (const [who, headers, own] of [
		['a trader', { cookie }, mine],
		['a visitor', {}, theirs],
		['a trader again', { cookie }, mine],
		['a visitor who reads German', { cookie: 'language=de' }, theirs],
	] as const) {
		const answer = await fetchAnswer(front.url + path, headers);
		hold(answer.status === own.status, path, `${who} is answered ${answer.status} instead of ${own.status}`);
		hold(!isKept(answer) || (isShared(mine) && isShared(theirs)), path, `${who} is answered from the cache (${answer.cache})`);
	}
	hold(!(isShared(mine) && mine.headers['set-cookie']), path, 'is shared with its cookies');
}

const pagePaths = [...PUBLIC_PAGES.map(({ path }) => path), ...INFORMATION_PAGES.map(({ path }) => path)];
const html = (await fetchAnswer(`${behind}/ticker/1`)).body.toString();
const asset = /\/assets\/[\w.-]+\.(?:css|js)/.exec(html)?.[0];
if (!asset) throw new Error('A page of a ticker names no built file.');
for (const path of [...pagePaths, asset]) await shared(path);

const reads = Object.values(contract)
	.flatMap((area) => Object.values(area) as Endpoint[])
	.filter(({ method, path }) => method === 'GET' && !path.startsWith('/api/hubs/') && !path.startsWith('/oauth'));
for (const endpoint of reads) {
	const [plain] = hostileCalls(endpoint);
	if (plain) await apart(plain.url);
}
for (const path of ['/', '/main', '/profile', '/messages', '/admin', '/ticker/1', '/de/ticker/1', '/no-such-page']) await apart(path);

const refused = await fetchAnswer(`${front.url}/api/no-such-call`);
hold(refused.status === 404 && !isKept(refused), '/api/no-such-call', `a refusal is kept: ${refused.status} ${refused.cache}`);
const foreign = await fetchAnswer(front.url + (pagePaths[0] ?? '/'), { host: 'evil.example', 'x-forwarded-host': 'evil.example' });
hold(!foreign.body.toString().includes('evil.example'), 'a page asked for under another name', 'names it');

await running.close();
for (const path of pagePaths) {
	const answer = await fetchAnswer(front.url + path);
	hold(answer.status === 200 && isKept(answer), path, `is not served while the product is away: ${answer.status} ${answer.cache}`);
}
const away = await fetchAnswer(`${front.url}/api/me`, { cookie });
hold(away.status === 502, '/api/me', `answers ${away.status} while the product is away`);
await front.close();

for (const problem of problems) console.log(`- ${problem}`);
console.log(
	`cache: ${answers} looks at ${pagePaths.length + 1} shared addresses and ${reads.length + 8} others, ${problems.length} problems`,
);
process.exit(problems.length === 0 ? 0 : 1);

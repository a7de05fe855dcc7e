/**
 * `npm run cache`: tests Debian's nginx as a cache in front of a product, with deploy/nginx-cache.conf. Responses that are the same for all users must
 * come from the cache, byte for byte as the product sends them; private responses never. Unchanged ones must be 304, and cached ones must be served
 * while the product is down. Exit code 1 means that something failed; the failures are listed.
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
import { findFreePort } from '../faults/server-process.ts';
import { startProduct } from '../fixtures.ts';
import { createHostileCalls } from '../fuzz/calls.ts';
import { type CacheResponse, fetchResponse, startCache } from './front.ts';

const failures: string[] = [];
let checkCount = 0;

function check(isFulfilled: boolean, path: string, description: string): void {
	checkCount++;
	if (!isFulfilled) failures.push(`${path}: ${description}`);
}

const port = await findFreePort();
const origin = `http://localhost:${port}`;
const running = await startProduct({
	SIGNALWHEEL_ORIGIN: origin,
	SIGNALWHEEL_TRUSTED_PROXIES: '127.0.0.1',
	SIGNALWHEEL_ENVIRONMENT: 'prod',
});
const productUrl = running.url;
const cacheServer = await startCache(port, Number(new URL(productUrl).port));

const password = 'correct horse battery';
await bindAccountRecords(running.product.stores.records.db).addUser({
	...createUser(randomUUID(), 'reader@example.test', utcMs(running.wall.now())),
	status: 'active',
	license: 'pro',
	passwordHash: await createHasher().hash(password),
});
const login = await fetch(`${productUrl}/api/auth/login`, {
	method: 'POST',
	headers: { 'content-type': 'application/json', origin },
	body: JSON.stringify({ email: 'reader@example.test', password }),
});
const cookie = login.headers
	.getSetCookie()
	.map((line) => line.split(';')[0])
	.join('; ');
if (login.status !== 200) throw new Error(`Signing in answered ${login.status}`);

function isFromCache({ cacheStatus }: CacheResponse): boolean {
	return cacheStatus === 'HIT' || cacheStatus === 'STALE' || cacheStatus === 'UPDATING' || cacheStatus === 'REVALIDATED';
}

/** Checks a path whose response is the same for all users: the second response comes from the cache, byte for byte the product's. */
async function checkShared(path: string): Promise<void> {
	const directResponse = await fetchResponse(productUrl + path);
	const traderResponse = await fetchResponse(cacheServer.url + path, { cookie });
	const visitorResponse = await fetchResponse(cacheServer.url + path);
	check(
		directResponse.status === 200 && isShared(directResponse),
		path,
		`is not shared: ${directResponse.status}, ${directResponse.headers['cache-control']}`,
	);
	check(directResponse.headers['set-cookie'] === undefined, path, 'sets a cookie');
	check(isFromCache(visitorResponse), path, `is not cached: ${visitorResponse.cacheStatus}`);
	check(
		visitorResponse.body.equals(directResponse.body) && traderResponse.body.equals(directResponse.body),
		path,
		"differs from the product's response",
	);
	const etag = String(directResponse.headers['etag'] ?? '');
	check(etag !== '', path, 'has no ETag');
	const conditionalResponse = await fetchResponse(cacheServer.url + path, { 'if-none-match': etag });
	check(
		conditionalResponse.status === 304 && conditionalResponse.body.length === 0,
		path,
		`answers ${conditionalResponse.status} to a matching If-None-Match`,
	);
	for (const encoding of ['gzip', 'br']) {
		const first = await fetchResponse(cacheServer.url + path, { 'accept-encoding': encoding });
		const second = await fetchResponse(cacheServer.url + path, { 'accept-encoding': encoding });
		check(first.body.equals(directResponse.body) && second.body.equals(directResponse.body), path, `has different bytes as ${encoding}`);
	}
}

function isShared({ headers }: CacheResponse): boolean {
	return /\bpublic\b/.test(String(headers['cache-control']));
}

/** Checks that, whatever a trader has read before, a visitor gets the same response as without a cache, and vice versa. */
async function checkSeparate(path: string): Promise<void> {
	const [traderDirect, visitorDirect] = [await fetchResponse(productUrl + path, { cookie }), await fetchResponse(productUrl + path)];
	for (const [readerName, headers, expected] of [
		['a trader', { cookie }, traderDirect],
		['a visitor', {}, visitorDirect],
		['a trader again', { cookie }, traderDirect],
		['a visitor who reads German', { cookie: 'language=de' }, visitorDirect],
	] as const) {
		const response = await fetchResponse(cacheServer.url + path, headers);
		check(response.status === expected.status, path, `${readerName} is answered ${response.status} instead of ${expected.status}`);
		check(
			!isFromCache(response) || (isShared(traderDirect) && isShared(visitorDirect)),
			path,
			`${readerName} is answered from the cache (${response.cacheStatus})`,
		);
	}
	check(!(isShared(traderDirect) && traderDirect.headers['set-cookie']), path, 'is shared with its cookies');
}

const pagePaths = [...PUBLIC_PAGES.map(({ path }) => path), ...INFORMATION_PAGES.map(({ path }) => path)];
const html = (await fetchResponse(`${productUrl}/ticker/1`)).body.toString();
const asset = /\/assets\/[\w.-]+\.(?:css|js)/.exec(html)?.[0];
if (!asset) throw new Error('A page of a ticker names no built file.');
for (const path of [...pagePaths, asset]) await checkShared(path);

const readEndpoints = Object.values(contract)
	.flatMap((area) => Object.values(area) as Endpoint[])
	.filter(({ method, path }) => method === 'GET' && !path.startsWith('/api/hubs/') && !path.startsWith('/oauth'));
for (const endpoint of readEndpoints) {
	const [sampleCall] = createHostileCalls(endpoint);
	if (sampleCall) await checkSeparate(sampleCall.url);
}
for (const path of ['/', '/main', '/profile', '/messages', '/admin', '/ticker/1', '/de/ticker/1', '/no-such-page'])
	await checkSeparate(path);

const refusal = await fetchResponse(`${cacheServer.url}/api/no-such-call`);
check(
	refusal.status === 404 && !isFromCache(refusal),
	'/api/no-such-call',
	`a refusal is cached: ${refusal.status} ${refusal.cacheStatus}`,
);
const spoofedHostResponse = await fetchResponse(cacheServer.url + (pagePaths[0] ?? '/'), {
	host: 'evil.example',
	'x-forwarded-host': 'evil.example',
});
check(!spoofedHostResponse.body.toString().includes('evil.example'), 'a page requested under another host name', 'contains that name');

await running.close();
for (const path of pagePaths) {
	const response = await fetchResponse(cacheServer.url + path);
	check(
		response.status === 200 && isFromCache(response),
		path,
		`is not served while the product is down: ${response.status} ${response.cacheStatus}`,
	);
}
const downResponse = await fetchResponse(`${cacheServer.url}/api/me`, { cookie });
check(downResponse.status === 502, '/api/me', `answers ${downResponse.status} while the product is down`);
await cacheServer.close();

for (const failure of failures) console.log(`- ${failure}`);
console.log(
	`cache: ${checkCount} checks of ${pagePaths.length + 1} shared paths and ${readEndpoints.length + 8} others, ${failures.length} failures`,
);
process.exit(failures.length === 0 ? 0 : 1);

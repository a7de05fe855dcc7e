import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fieldsOf, PNG, previewsApp, sizeOf, WALL_DATE, WALL_MS } from '../../compose/testing/previews-app.ts';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000009';
let at: Awaited<ReturnType<typeof previewsApp>>;
beforeAll(async () => {
	at = await previewsApp();
});
afterAll(() => at?.close());
beforeEach(async () => {
	at.clock.wall = WALL_MS;
	await at.forgetRecords();
	at.forgetFiles();
});

describe('a generated picture', () => {
	it.each(['', '?category=losers&interval=hour', '?interval=premarket', '?marketcap=mega_cap', '?ticker=aaa', '?ticker=FFF'])(
		'is drawn for %j',
		async (query) => {
			const { status, headers, bytes } = await at.ask(`/file${query}`);
			expect([status, headers.get('content-type'), ...sizeOf(bytes)]).toEqual([200, 'image/png', 1200, 630]);
			expect(headers.get('etag')).toMatch(/^"[^"]+"$/);
			expect(headers.get('cache-control')).toMatch(/^public/);
			expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
			const revalidated = await at.ask(`/file${query}`, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
			expect([revalidated.status, revalidated.bytes.length, revalidated.headers.get('etag')]).toEqual([304, 0, headers.get('etag')]);
		},
	);

	it('differs from page to page', async () => {
		const tags = await Promise.all(
			['', '?category=losers', '?ticker=AAA', '?ticker=BBB'].map(async (q) => (await at.ask(`/file${q}`)).headers.get('etag')),
		);
		expect(new Set(tags).size).toBe(4);
	});

	it.each(['?ticker=NONE', '?video=true', '?ticker=AAA&category=losers', '?host=other.example', `?id=${UNKNOWN_ID}`])(
		'is not found for %j, which reveals no file names',
		async (query) => {
			const { status, body } = await at.ask(`/file${query}`);
			expect(status).toBe(404);
			expect(JSON.stringify(body)).not.toContain(at.folder);
		},
	);

	it('shows no prices where they may not be shown', async () => {
		const [one, other] = [await at.hiddenFile('?category=gainers'), await at.hiddenFile('?category=gainers&interval=week')];
		expect(sizeOf(new Uint8Array(one))).toEqual([1200, 630]);
		expect(one.equals(Buffer.from((await at.ask('/file?category=gainers')).bytes))).toBe(false);
		expect(one.equals(other)).toBe(false);
		expect(sizeOf(new Uint8Array(await at.hiddenFile('?ticker=AAA')))).toEqual([1200, 630]);
	});

	it.each([
		['?category=moon', 'category'],
		['?id=7', 'id'],
		['?interval=', 'interval'],
		['?color=red', 'color'],
	])('is refused for %j', async (query, field) => {
		expect(fieldsOf(await at.ask(`/file${query}`))).toEqual([400, [field]]);
	});
});

describe('the file over HTTP', () => {
	/** A PNG of 1000 bytes whose bytes differ. */
	const FILE = Uint8Array.from({ length: 1000 }, (_, i) => PNG[i] ?? i % 251);
	let path: string;
	let etag: string;
	beforeEach(async () => {
		path = `/file?id=${(await at.upload('', FILE)).body.id}`;
		etag = (await at.ask(path)).headers.get('etag') ?? '';
	});
	const get = (headers: Record<string, string>) => at.ask(path, { headers: { 'accept-encoding': 'gzip, br', ...headers } });

	it('has what caches and players need', async () => {
		const { status, headers, bytes } = await get({});
		expect([status, bytes]).toEqual([200, FILE]);
		expect(
			Object.fromEntries(['accept-ranges', 'content-length', 'last-modified', 'content-encoding'].map((name) => [name, headers.get(name)])),
		).toEqual({
			'accept-ranges': 'bytes',
			'content-length': '1000',
			'last-modified': WALL_DATE,
			'content-encoding': null,
		});
		expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
	});

	it.each([
		['bytes=0-99', 0, 99],
		['bytes=-100', 900, 999],
		['bytes=900-', 900, 999],
		['bytes=999-5000', 999, 999],
		['BYTES=0-9', 0, 9],
		['bytes=0-1,2-3', 0, 3],
	])('answers %s with that part', async (range, first, last) => {
		const { status, headers, bytes } = await get({ range });
		expect([status, headers.get('content-range'), headers.get('content-length')]).toEqual([
			206,
			`bytes ${first}-${last}/1000`,
			String(last - first + 1),
		]);
		expect(bytes).toEqual(FILE.subarray(first, last + 1));
		expect([headers.get('etag'), headers.get('cache-control')]).toEqual([etag, expect.stringMatching(/^public/)]);
	});

	it.each(['bytes=1000-', 'bytes=-0', 'bytes=5-2'])('answers %s by what there is', async (range) => {
		const { status, headers, body } = await get({ range });
		expect([status, headers.get('content-range'), body.title]).toEqual([416, 'bytes */1000', 'Range Not Satisfiable']);
	});

	it.each(['bytes=abc', 'lines=0-1', 'bytes=0-1,5-6'])('answers %s with the whole', async (range) => {
		const { status, headers, bytes } = await get({ range });
		expect([status, headers.get('content-range'), bytes]).toEqual([200, null, FILE]);
	});

	it('answers HEAD as GET, without the file and without ranges', async () => {
		const { status, headers, bytes } = await at.ask(path, { method: 'HEAD', headers: { range: 'bytes=0-9' } });
		expect([status, bytes.length, headers.get('content-length'), headers.get('content-type'), headers.get('content-range')]).toEqual([
			200,
			0,
			'1000',
			'image/png',
			null,
		]);
		expect((await at.ask(path, { method: 'HEAD', headers: { 'if-none-match': etag } })).status).toBe(304);
		const drawn = await at.ask('/file?ticker=AAA', { method: 'HEAD' });
		expect([drawn.status, Number(drawn.headers.get('content-length')) > 10_000]).toEqual([200, true]);
	});

	it.each([
		['if-none-match', () => etag, 304],
		['if-none-match', () => `W/${etag}`, 304],
		['if-none-match', () => '*', 304],
		['if-none-match', () => '"other"', 200],
		['if-modified-since', () => WALL_DATE, 304],
		['if-modified-since', () => 'Tue, 30 Jun 2026 15:45:06 GMT', 200],
		['if-modified-since', () => 'never', 200],
		['if-match', () => '"other"', 412],
		['if-match', () => etag, 200],
		['if-unmodified-since', () => 'Tue, 30 Jun 2026 15:45:06 GMT', 412],
	] as [string, () => string, number][])('%s is kept (%#)', async (name, value, expected) => {
		const { status, headers, bytes } = await get({ [name]: value() });
		expect(status).toBe(expected);
		if (status !== 304) return;
		expect([bytes.length, headers.get('etag'), headers.get('cache-control')]).toEqual([0, etag, expect.stringMatching(/^public/)]);
	});

	it('says Not Modified, without a word more', async () => {
		const { status, words, headers, bytes } = await get({ 'if-none-match': etag });
		expect([status, words, bytes.length, headers.get('content-type')]).toEqual([304, 'Not Modified', 0, null]);
	});

	it('takes the conditions in their order', async () => {
		expect((await get({ 'if-none-match': '"other"', 'if-modified-since': WALL_DATE })).status).toBe(200);
		expect((await get({ 'if-none-match': etag, range: 'bytes=0-9' })).status).toBe(304);
		expect((await get({ 'if-none-match': etag, 'cache-control': 'no-cache' })).status).toBe(304);
	});

	it.each([
		[() => etag, 206],
		[() => `W/${etag}`, 200],
		[() => '"other"', 200],
		[() => WALL_DATE, 206],
		[() => 'Tue, 30 Jun 2026 15:45:06 GMT', 200],
	] as [() => string, number][])('a part is sent only of the same file (%#)', async (value, expected) => {
		expect((await get({ range: 'bytes=0-9', 'if-range': value() })).status).toBe(expected);
	});

	it('that is gone from the disk is not found', async () => {
		at.forgetFiles();
		const { status, body } = await get({});
		expect([status, JSON.stringify(body).includes(at.folder)]).toEqual([404, false]);
	});
});

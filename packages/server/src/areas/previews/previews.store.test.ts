import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { SAMPLES } from '@sw/domain/previews/testing/samples';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { blob, fieldsOf, formOf, type Part, PNG, previewsApp, sizeOf, WALL_MS } from '../../compose/testing/previews-app.ts';

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

describe('an upload', () => {
	it('is stored by its page and shown for it', async () => {
		const { status, body } = await at.upload('?category=gainers&interval=day&marketcap[]=mega_cap&marketcap[]=large_cap');
		expect([status, body]).toEqual([
			201,
			{
				id: expect.any(String),
				host: 'signals.example',
				category: 'gainers',
				interval: 'day',
				ticker: null,
				marketcap: ['mega_cap', 'large_cap'],
				video: false,
				is_active: true,
				media_type: 'image/png',
				bytes: PNG.length,
				created: '2026-06-30T15:45:07Z',
				updated: '2026-06-30T15:45:07Z',
			},
		]);
		expect(at.acts.at(-1)).toBe('preview.upload');
		expect(await at.list()).toEqual({ items: [body], total_count: 1 });
		expect((await at.ask(`/${body.id}`, {}, 'admin')).body).toEqual(body);
		const shown = await at.ask('/file?marketcap=large_cap,mega_cap&interval=day&category=gainers&host=SIGNALS.example');
		expect([shown.status, shown.headers.get('content-type'), shown.bytes]).toEqual([200, 'image/png', PNG]);
		expect((await at.ask(`/file?id=${body.id}`)).bytes).toEqual(PNG);
	});

	it.each(Object.entries(SAMPLES))('takes %s', async (type, bytes) => {
		const video = type.startsWith('video/');
		const { status, body } = await at.upload(`?ticker=aaa&video=${video}`, bytes, type);
		expect([status, body.media_type, body.ticker]).toEqual([201, type, 'AAA']);
		const shown = await at.ask(`/file?ticker=AAA&video=${video}`);
		expect([shown.headers.get('content-type'), shown.bytes]).toEqual([type, bytes]);
	});

	it('takes the place of the one before', async () => {
		const first = (await at.upload('?ticker=AAA')).body.id;
		at.clock.wall += 1000;
		const second = (await at.upload('?ticker=AAA')).body.id;
		const { items } = await at.list();
		expect(items.map(({ id, is_active }: { id: string; is_active: boolean }) => [id, is_active])).toEqual([
			[second, true],
			[first, false],
		]);
	});

	it.each([
		['a file that is no picture', '', new TextEncoder().encode('<svg/>'), 'image/svg+xml', 'file'],
		['a picture under another name', '', PNG, 'image/jpeg', 'file'],
		['a video as a picture', '', SAMPLES['video/mp4'], 'video/mp4', 'file'],
		['a picture as a video', '?video=true', PNG, 'image/png', 'file'],
		['nothing', '', new Uint8Array(), 'image/png', 'file'],
		['more than 5 MB of a picture', '', new Uint8Array(5 * 1024 ** 2 + 1).map((_, i) => PNG[i] ?? 0), 'image/png', 'file'],
		[
			'more than 20 MB of a video',
			'?video=true',
			new Uint8Array(20 * 1024 ** 2 + 1).map((_, i) => SAMPLES['video/mp4'][i] ?? 0),
			'video/mp4',
			'file',
		],
		['far more than that', '?video=true', new Uint8Array(33 * 1024 ** 2), 'video/mp4', 'file'],
		['an unknown table', '?category=moon', PNG, 'image/png', 'category'],
		['an unknown interval', '?interval=moon', PNG, 'image/png', 'interval'],
		['a host that is none', '?host=http://x/', PNG, 'image/png', 'host'],
		['a flag that is none', '?video=perhaps', PNG, 'image/png', 'video'],
		['an unknown parameter', '?color=red', PNG, 'image/png', 'color'],
	])('is refused for %s, and nothing is stored', async (_, query, bytes, type, field) => {
		const before = at.acts.length;
		expect(fieldsOf(await at.upload(query, bytes, type))).toEqual([400, [field]]);
		expect([at.files(), (await at.list()).total_count, at.acts.length]).toEqual([[], 0, before]);
	});

	it.each([
		['without a file', [], 'file'],
		['with a text in its place', [['file', 'x']], 'file'],
		['with another field', [['other', 'x']], 'other'],
		['with a file under another name', [['picture', blob(PNG, 'image/png'), 'a.png']], 'picture'],
		[
			'with two files',
			[
				['file', blob(PNG, 'image/png'), 'a.png'],
				['file', blob(PNG, 'image/png'), 'b.png'],
			],
			'file',
		],
	] as [string, readonly Part[], string][])('is refused %s', async (_, parts, field) => {
		expect(fieldsOf(await at.ask('', { method: 'POST', body: formOf(parts) }, 'admin'))).toEqual([400, [field]]);
		expect(at.files()).toEqual([]);
	});

	it('is refused as JSON, and as a form that is cut off', async () => {
		const json = { method: 'POST', body: '{"file":"x"}', headers: { 'content-type': 'application/json' } };
		expect(fieldsOf(await at.ask('', json, 'admin'))).toEqual([400, ['file']]);
		expect(fieldsOf(await at.ask('', { method: 'POST' }, 'admin'))).toEqual([400, ['file']]);
		const headers = { 'content-type': 'multipart/form-data; boundary=x' };
		const cut = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\nabc';
		expect((await at.ask('', { method: 'POST', body: cut, headers }, 'admin')).status).toBe(400);
		expect(at.files()).toEqual([]);
	});

	it('is for administrators alone, before anything of it is read', async () => {
		const init = { method: 'POST', body: formOf([['file', blob(PNG, 'image/png'), 'a.png']]) };
		expect([(await at.ask('', init)).status, (await at.ask('', init, 'pro')).status]).toEqual([401, 403]);
		expect(at.files()).toEqual([]);
	});

	it('that was broken off leaves a file that is swept after a day', async () => {
		const { id } = (await at.upload()).body;
		await at.forgetRecords();
		const kept = (await at.upload('?ticker=AAA')).body.id;
		await at.sweep();
		expect(at.files()).toHaveLength(2);
		at.clock.wall = Date.now();
		const longAgo = new Date(at.clock.wall - 2 * 86_400_000);
		for (const name of [`${id}.png`, `${kept}.png`]) utimesSync(join(at.folder, 'previews', name), longAgo, longAgo);
		await at.sweep();
		expect(at.files()).toEqual([`${kept}.png`]);
	});
});

describe('the list of uploads', () => {
	it('goes by pages, and refuses wrong ones', async () => {
		for (const ticker of ['A', 'B', 'C']) {
			at.clock.wall += 1000;
			await at.upload(`?ticker=${ticker}`);
		}
		const { body } = await at.ask('?skip=1&max=1', {}, 'admin');
		expect([body.total_count, body.items.map((one: { ticker: string }) => one.ticker)]).toEqual([3, ['B']]);
		expect(fieldsOf(await at.ask('?max=101', {}, 'admin'))).toEqual([400, ['max']]);
		expect([(await at.ask('')).status, (await at.ask('', {}, 'pro')).status]).toEqual([401, 403]);
	});

	it('knows no other id', async () => {
		expect((await at.ask(`/${UNKNOWN_ID}`, {}, 'admin')).status).toBe(404);
		expect(fieldsOf(await at.ask('/seven', {}, 'admin'))).toEqual([400, ['id']]);
	});
});

describe('a change', () => {
	it('switches a picture off: then it is drawn again, and administrators alone see the file', async () => {
		const { id } = (await at.upload('?ticker=AAA')).body;
		at.clock.wall += 1000;
		const { status, body } = await at.put(id, { is_active: false });
		expect([status, body.is_active, body.updated]).toEqual([200, false, '2026-06-30T15:45:08Z']);
		expect(at.acts.at(-1)).toBe('preview.change');
		expect(sizeOf((await at.ask('/file?ticker=AAA')).bytes)).toEqual([1200, 630]);
		expect((await at.ask(`/file?id=${id}`)).status).toBe(404);
		const own = await at.ask(`/file?id=${id}`, {}, 'admin');
		expect([own.status, own.bytes, own.headers.get('cache-control')]).toEqual([200, PNG, 'private, no-store']);
	});

	it('comes as an object under any name of JSON', async () => {
		const { id } = (await at.upload()).body;
		for (const [type, ticker] of Object.entries({
			'application/json-patch+json': 'A',
			'application/merge-patch+json; charset=utf-8': 'B',
			'text/json': 'C',
		}))
			expect((await at.put(id, { ticker: ticker.toLowerCase() }, type)).body.ticker).toBe(ticker);
	});

	it('comes exactly as GET gave it', async () => {
		const { id } = (await at.upload('?ticker=AAA')).body;
		const read = (await at.ask(`/${id}`, {}, 'admin')).body;
		const { status, body } = await at.put(id, read);
		expect([status, body]).toEqual([200, { ...read, updated: expect.any(String) }]);
	});

	it('comes as a JSON Patch, all of it or nothing', async () => {
		const { id } = (await at.upload('?ticker=AAA')).body;
		const patch = (...operations: object[]) => at.put(id, operations, 'application/json-patch+json');
		const test = { op: 'test', path: '/ticker', value: 'AAA' };
		expect((await patch(test, { op: 'replace', path: '/ticker', value: 'bbb' })).body.ticker).toBe('BBB');
		const before = at.acts.length;
		expect(fieldsOf(await patch({ op: 'replace', path: '/ticker', value: 'ccc' }, test))).toEqual([400, ['ticker']]);
		expect(fieldsOf(await patch({ op: 'remove', path: '/host' }))).toEqual([400, ['host']]);
		expect((await patch({ op: 'burn', path: '/host' })).status).toBe(400);
		expect((await at.ask(`/${id}`, {}, 'admin')).body.ticker).toBe('BBB');
		expect(at.acts).toHaveLength(before);
	});

	it('is refused with what a preview cannot be', async () => {
		const { id } = (await at.upload()).body;
		expect(fieldsOf(await at.put(id, { category: 'moon' }))).toEqual([400, ['category']]);
		expect(fieldsOf(await at.put(id, { colour: 'red' }))).toEqual([400, ['colour']]);
		expect(fieldsOf(await at.put(id, { video: true }))).toEqual([400, ['video']]);
		expect((await at.put(id, 'off')).status).toBe(400);
		expect((await at.put(UNKNOWN_ID, { is_active: false })).status).toBe(404);
		const init = { method: 'PUT', body: '{}', headers: { 'content-type': 'application/json' } };
		expect([(await at.ask(`/${id}`, init)).status, (await at.ask(`/${id}`, init, 'pro')).status]).toEqual([401, 403]);
	});
});

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { BUILT_IN_FILTERS } from '@sw/domain/filters/built-in-filters';
import type { FilterContent } from '@sw/domain/filters/filter';
import { itWhere } from '@sw/domain/testing/it-where';
import { utcMs } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import { eq } from '@sw/store/postgres/orm/drizzle';
import { insertAnchor, sealLinks } from '@sw/store/postgres/records/anchors';
import { addFilter } from '@sw/store/postgres/records/filters/filters';
import { bindFilterAreaRecords } from '@sw/store/postgres/records/filters/personal';
import { users } from '@sw/store/postgres/schema/accounts';
import { anchors } from '@sw/store/postgres/schema/reports';
import { testStores } from '@sw/store/testing/test-stores';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProofRoutes } from '../../compose/proof-routes.ts';
import { computeHeadDigest, formatHead } from '../anchors/head-text.ts';
import { computeTreeRoot } from '../anchors/seal-tree.ts';
import { hasPython, NO_PYTHON } from '../anchors/testing/local-tsa.ts';
import { readProof } from './proof-file.ts';
import { createFilterProof, readFilterWitnesses } from './proof-lines.ts';
import { createSampleBlock, hashBlock } from './testing/sample-chain.ts';
import { verifyProof } from './verify-file.ts';

const NOW = utcMs(Date.UTC(2026, 10, 27, 20));
const HEIGHT = 925_000;
const OWNER = '00000000-0000-4000-8000-000000000001';
const OTHER = '00000000-0000-4000-8000-000000000002';

let stores: Stores;
let folder: string;
let file: string;
let id: number;
let block: ReturnType<typeof createSampleBlock>;
beforeAll(async () => {
	stores = await testStores();
	folder = mkdtempSync(join(tmpdir(), 'signalwheel-filter-'));
	const { db } = stores.records;
	await bindFilterAreaRecords(db).ensureBuiltInFilters(BUILT_IN_FILTERS, NOW);
	for (const [place, user] of [OTHER, OWNER].entries())
		await db.insert(users).values({
			...{ id: user, email: `u${place}@example.test`, emailKey: `u${place}@example.test` },
			...{ role: 'user', status: 'active', createdAt: NOW },
		});
	const added = [];
	for (const [place, user] of [OTHER, OWNER, OTHER].entries())
		added.push(await addFilter(db, user, contentOf(`Mine ${place}`), { maxFilters: 10, now: NOW }));
	id = (added[1] as { id: number }).id;
	const seals = await sealLinks(db);
	const text = formatHead({ reports: 0, link: '0'.repeat(64), seals: seals.length, root: computeTreeRoot(seals), readAt: NOW });
	block = createSampleBlock(computeHeadDigest(text), HEIGHT, NOW);
	const proof = { kind: 'opentimestamps', source: 'https://calendar.example.test', proof: block.ots, header: block.header } as const;
	await insertAnchor(db, { text, chainSeq: 0, seals: seals.length, madeAt: NOW, proofs: [{ ...proof, block: HEIGHT, provenAt: NOW }] });
	file = join(folder, 'filter.proof');
	writeFileSync(file, (await createFilterProof(db, id, OWNER, NOW)) ?? '');
});
afterAll(async () => {
	await stores?.close();
	rmSync(folder, { recursive: true, force: true });
});

function contentOf(name: string): FilterContent {
	return {
		...{ tab: 'extreme_rise', strategy: 'first', operation: null, comment: '', name },
		entries: [{ sector: 'volume', timeframe: 'one_hour', value: 2 }],
	};
}

const trust = {
	roots: null,
	findHeader: (_: number, stated: Buffer | null) => (stated && hashBlock(stated) === block.hash ? stated : undefined),
};

describe('the proof of a saved filter', () => {
	it('shows its definition and when it existed, and nothing of other users', async () => {
		const { filters, faults } = await verifyProof(readProof(file), { trust });
		expect([faults, filters]).toEqual([
			[],
			[{ key: String(id), firstProof: expect.objectContaining({ time: NOW, by: 'Bitcoin block 925000' }) }],
		]);
		const text = gunzipSync((await createFilterProof(stores.records.db, id, OWNER, NOW)) as Buffer).toString('utf8');
		expect([text.includes(OWNER), text.includes(OTHER)]).toEqual([true, false]);
	});

	it('is for its owner only', async () => {
		expect(await createFilterProof(stores.records.db, id, OTHER, NOW)).toBeUndefined();
		expect(await createFilterProof(stores.records.db, 999_999, OWNER, NOW)).toBeUndefined();
		expect(await readFilterWitnesses(stores.records.db, id, OTHER, null)).toBeUndefined();
	});

	it('is in words too: who shows since when it exists, and none for one that was changed since', async () => {
		const { db } = stores.records;
		const witnessesOf = (filter: number) => readFilterWitnesses(db, filter, OWNER, null);
		expect(await witnessesOf(id)).toEqual({ witnesses: [{ by: 'Bitcoin block 925000', before: NOW }], faults: [] });
		const later = await addFilter(db, OWNER, contentOf('Later'), { maxFilters: 10, now: NOW });
		expect(await witnessesOf((later as { id: number }).id)).toEqual({ witnesses: [], faults: [] });
		const links = await sealLinks(db);
		const text = formatHead({ reports: 0, link: '0'.repeat(64), seals: links.length, root: 'a'.repeat(64), readAt: NOW });
		const forged = createSampleBlock(computeHeadDigest(text), HEIGHT, NOW);
		const proof = { kind: 'opentimestamps', source: 'https://calendar.example.test', proof: forged.ots, header: forged.header } as const;
		await insertAnchor(db, { text, chainSeq: 0, seals: links.length, madeAt: NOW, proofs: [{ ...proof, block: HEIGHT, provenAt: NOW }] });
		expect(await witnessesOf((later as { id: number }).id)).toEqual({
			witnesses: [],
			faults: [`the first ${links.length} record seals aren't the ones that witnesses stamped`],
		});
		await db.delete(anchors).where(eq(anchors.text, text));
	});

	it('is refused with another definition or place', async () => {
		const lines = await Array.fromAsync(readProof(file));
		const changes = [{ text: '["x"]' }, { seq: 1 }, { key: '1' }, { before: '' }];
		for (const change of changes) {
			const changed = lines.map((line) => (line.kind === 'filter' ? { ...line, ...change } : line));
			expect((await verifyProof(changed, { trust })).faults, JSON.stringify(change)).toEqual([
				expect.stringMatching(/isn't the one that was saved/),
			]);
		}
	});

	itWhere(hasPython, NO_PYTHON)('is proven by verify.py as well', () => {
		const program = join(import.meta.dirname, 'verify.py');
		const { status, stdout } = spawnSync('python3', [program, file, '--block', `${HEIGHT}:${block.hash}`], { encoding: 'utf8' });
		expect([status, stdout]).toEqual([
			0,
			expect.stringContaining(`filter ${id}: existed before 2026-11-27 20:00:00 UTC, by Bitcoin block 925000`),
		]);
	});
});

describe('the public pages of proofs', () => {
	it('list the stamped heads in both languages, with the key and the verifier', async () => {
		const app = Fastify();
		createProofRoutes({ stores, stampedSince: NOW, wallNow: () => NOW })(app);
		const get = async (url: string, language = 'en') => (await app.inject({ url, headers: { 'accept-language': language } })).body;
		expect(await get('/proof')).toMatch(/>2026-11-27 20:00:00 UTC<\/td><td [^>]*>Bitcoin block 925000<\/td>/);
		expect(await get('/proof', 'de-DE,de;q=0.9')).toMatch(/<html lang="de">.*2026-11-27 20:00:00 UTC/s);
		expect(await get('/heads.txt')).toMatch(/^# .*\n0 0{64} \d+ [0-9a-f]{64} 2026-11-27T20:00:00Z [\w+/]{86}==\n$/);
		expect(await get('/.well-known/signalwheel-key')).toMatch(/^-----BEGIN PUBLIC KEY-----/);
		expect(await get('/verify.py')).toContain('Verifies a Signalwheel proof');
		const absent = await app.inject({ url: '/proof/2026-11-27.proof' });
		expect([absent.statusCode, absent.body]).toEqual([404, 'There is no proof for this date.\n']);
		await app.close();
	});
});

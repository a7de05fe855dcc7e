import { cpSync, mkdtempSync, openSync, readdirSync, readFileSync, readSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { itWhere } from '@sw/domain/testing/it-where';
import { openStores } from '@sw/store/open';
import { createTestDatabase, type TestDatabase } from '@sw/store/testing/databases';
import { SLOW_CHECK_TIMING } from '@sw/store/testing/slow-machine-limits';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject } from 'vitest';
import { testMarket } from '../../compose/testing/test-market.ts';
import { createSmallMarket } from '../../intake/testing/small-market.ts';
import { createSteadyPace } from '../../platform/clocks/pace.ts';
import { createFakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';
import { createReadiness } from '../../platform/readiness.ts';

const hasEngine = await import('chdb').then(
	() => true,
	() => false,
);
const ADVICE = 'Stop the server and restore the newest backup into an empty data folder: npm run restore -- <backup>.';
const provider = createSmallMarket(8, 80, { seed: 3 });

const folder = mkdtempSync(join(tmpdir(), 'signalwheel-damage-'));
const [data, saved] = [join(folder, 'data'), join(folder, 'saved')];
let origin: TestDatabase;
let database: TestDatabase;
/** Files of the largest part of the bars, from the largest one on. */
let files: string[];

const open = () => openStores({ folder: data, databaseUrl: database.url, checkTiming: SLOW_CHECK_TIMING });

beforeAll(async () => {
	if (!hasEngine) return;
	origin = await createTestDatabase(inject('databaseUrl'));
	database = origin;
	await using stores = await open();
	const market = await testMarket({ stores, provider, wall: createFakeWallClock(), reportSessions: 2 });
	await market.run();
	await market.settled;
	await market.stop();
	const { columns } = await stores.series.bulk.read(
		{ first: 'UInt32', last: 'UInt32', level: 'UInt32' },
		`SELECT toUInt32(min_block_number) AS first, toUInt32(max_block_number) AS last, toUInt32(level) AS level
		FROM system.parts WHERE active AND table = 'bars' ORDER BY rows DESC LIMIT 1`,
	);
	const ending = `_${columns.first[0]}_${columns.last[0]}_${columns.level[0]}`;
	const part = readdirSync(data, { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith(`${ending}/columns.txt`) && readFileSync(join(data, name), 'utf8').includes('`session`'))
		.map((name) => join(data, dirname(name)))[0]!;
	const size = (name: string): number => statSync(join(part, name)).size;
	files = readdirSync(part)
		.filter((name) => name.endsWith('.bin'))
		.sort((a, b) => size(b) - size(a))
		.map((name) => join(part, name));
	await stores.close();
	cpSync(data, saved, { recursive: true });
});
beforeEach(async () => {
	rmSync(data, { recursive: true, force: true });
	cpSync(saved, data, { recursive: true });
	database = await origin.createCopy();
});
afterEach(() => database.drop());
afterAll(async () => {
	await origin?.drop();
	rmSync(folder, { recursive: true, force: true });
});

/** Changes 16 bytes in the middle of a file. */
function flip(file: string): void {
	const [handle, bytes, at] = [openSync(file, 'r+'), Buffer.alloc(16), Math.floor(statSync(file).size / 2)];
	readSync(handle, bytes, 0, 16, at);
	writeSync(
		handle,
		bytes.map((byte) => byte ^ 0xff),
		0,
		16,
		at,
	);
}

function cut(some: readonly string[], kept: number): void {
	for (const file of some) truncateSync(file, Math.floor(statSync(file).size * kept));
}

/** Opens the stores and lets the market go on until it has published, waits or ends; what it says of the data. */
async function goOn(): Promise<{ message: string | undefined; published: boolean }> {
	const wall = createFakeWallClock();
	try {
		await using stores = await open();
		const errors: string[] = [];
		const onError = (_: string, error: unknown): void => void errors.push((error as Error).message);
		const market = await testMarket({
			stores,
			provider,
			wall,
			pace: createSteadyPace(60),
			reportSessions: 2,
			readiness: createReadiness(),
			onError,
		});
		try {
			await market.run();
			const before = market.reports.newest()?.time ?? 0;
			const hasPublished = (): boolean => (market.reports.newest()?.time ?? 0) > before;
			const moved = async (): Promise<boolean> => {
				await wall.advance(1_000);
				return errors.length > 0 || hasPublished();
			};
			await expect.poll(moved, { interval: 5 }).toBe(true);
			return { message: market.stored.describeProblem() ?? errors[0], published: hasPublished() };
		} finally {
			await market.stop();
		}
	} catch (error) {
		return { message: (error as Error).message, published: false };
	}
}

const whereStored = itWhere(hasEngine, 'the embedded series store');

describe('files of the embedded series store', () => {
	const damages: readonly (readonly [string, () => void])[] = [
		['16 bytes of the largest file of a part were changed', () => flip(files[0]!)],
		['a part was cut in half', () => cut(files.slice(0, 1), 0.5)],
		['a part was emptied', () => cut(files, 0)],
	];
	for (const [label, damage] of damages)
		whereStored(`of which ${label} end the start or stop publishing, in one sentence with the advice`, async () => {
			damage();
			const { message, published } = await goOn();
			expect(published).toBe(false);
			expect(message).toMatch(/^(The files of the series store are damaged|Stored market data has changed since it was written)/);
			expect(message?.endsWith(ADVICE)).toBe(true);
			expect(message?.split('\n')).toHaveLength(1);
		});

	whereStored('that are whole let the market go on', async () => {
		expect(await goOn()).toEqual({ message: undefined, published: true });
	});
});

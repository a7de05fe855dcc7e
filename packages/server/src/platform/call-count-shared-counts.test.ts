import { type UtcMs, utcMs } from '@sw/domain/time/units';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AddCounts, createSharedCounter, type SharedCounter } from './call-count.ts';

const WINDOW = 60_000;
const AHEAD = 10;

function settle(): Promise<void> {
	return new Promise((resolve) => setImmediate(resolve));
}

function start() {
	const sum = createSum();
	const errors: unknown[] = [];
	let time = Date.UTC(2026, 0, 1);
	const process = (): SharedCounter =>
		createSharedCounter({
			windowMs: WINDOW,
			maxUnreported: AHEAD,
			now: () => utcMs(time),
			addCounts: sum.add,
			onError: (error) => errors.push(error),
		});
	return { sum, errors, process, pass: (ms: number) => (time += ms) };
}

/** What all have counted, as the database keeps it. */
function createSum() {
	const rows = new Map<string, { count: number; endsAt: UtcMs }>();
	const batchSizes: number[] = [];
	let isAway = false;
	const add: AddCounts = async (counts, window, now) => {
		batchSizes.push(counts.length);
		if (isAway) throw new Error('away');
		return counts.map(({ key, increment }) => {
			const row = rows.get(key);
			const next =
				row && now < row.endsAt ? { ...row, count: row.count + increment } : { count: increment, endsAt: (now + window) as UtcMs };
			rows.set(key, next);
			return { key, ...next };
		});
	};
	return { add, asked: batchSizes, away: (is: boolean) => (isAway = is) };
}

describe('counts that processes share', () => {
	it('are local to the process, without a database call, while they are low', async () => {
		const { sum, process } = start();
		const count = process();
		for (let n = 1; n < AHEAD; n++) expect(count('a')).toMatchObject({ count: n });
		await settle();
		expect(sum.asked).toEqual([]);
	});

	it('are those of all as soon as one has counted so many by itself', async () => {
		const { sum, process } = start();
		const [one, other] = [process(), process()];
		for (let n = 1; n <= AHEAD; n++) expect(await one('a')).toMatchObject({ count: n });
		for (let n = 1; n < AHEAD; n++) expect(other('a')).toMatchObject({ count: n });
		expect(await other('a')).toMatchObject({ count: 2 * AHEAD });
		expect(other('a')).toMatchObject({ count: 2 * AHEAD + 1 });
		expect(sum.asked).toEqual([1, 1]);
	});

	it('are sent together by a process that counts many keys', async () => {
		const { sum, process } = start();
		const count = process();
		for (let n = 0; n < AHEAD; n++) for (const key of ['a', 'b', 'c']) count(key);
		await settle();
		expect(sum.asked).toEqual([3]);
	});

	it('start again with the next window', async () => {
		const { process, pass } = start();
		const count = process();
		for (let n = 0; n < AHEAD; n++) count('a');
		await settle();
		pass(WINDOW - 1);
		expect(count('a')).toMatchObject({ count: AHEAD + 1, endsInMs: 1 });
		pass(1);
		expect(count('a')).toMatchObject({ count: 1, endsInMs: WINDOW });
	});

	it('fall back to local counts while the others cannot be reached, and are merged afterwards', async () => {
		const { sum, errors, process, pass } = start();
		const [one, other] = [process(), process()];
		sum.away(true);
		for (let n = 1; n <= 3 * AHEAD; n++) {
			expect(await one('a')).toMatchObject({ count: n });
		}
		expect(errors).toHaveLength(1);
		sum.away(false);
		pass(1_000);
		await one('a');
		for (let n = 1; n < AHEAD; n++) other('a');
		expect(await other('a')).toMatchObject({ count: 4 * AHEAD + 1 });
	});

	it('let no more through than the limit and what each may be ahead, however calls fall on processes', async () => {
		const limit = 60;
		const calls = fc.array(fc.record({ which: fc.nat({ max: 3 }), at: fc.boolean() }), { minLength: 400, maxLength: 400 });
		await fc.assert(
			fc.asyncProperty(calls, async (steps) => {
				const { process } = start();
				const all = [process(), process(), process(), process()];
				let through = 0;
				const answers: Promise<void>[] = [];
				for (const { which, at } of steps) {
					const counted = Promise.resolve((all[which] as SharedCounter)('a')).then(({ count }) => {
						if (count <= limit) through++;
					});
					answers.push(counted);
					if (at) await counted;
				}
				await Promise.all(answers);
				expect(through).toBeGreaterThanOrEqual(limit);
				expect(through).toBeLessThanOrEqual(limit + all.length * 2 * AHEAD);
			}),
			{ numRuns: 50 },
		);
	});
});

import { StoreError } from '@sw/store/faults/store-error';
import { expect, it } from 'vitest';
import { createFakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';
import { retryDuringOutage } from './delivery.ts';

const WITHIN = 60_000;

/** A note that fails so often; `tried` counts. */
function noting(failures: number, error: Error) {
	const wall = createFakeWallClock();
	const tried: string[] = [];
	const note = retryDuringOutage(
		wall,
		WITHIN,
	)(async (name: string) => {
		tried.push(name);
		if (tried.length <= failures) throw error;
		return tried.length;
	});
	return { wall, tried, note };
}

const away = new StoreError('database_away', 'PostgreSQL is away');

it('a note is made again until the database is there', async () => {
	const { wall, tried, note } = noting(5, away);
	const noted = note('delivered');
	await wall.advance(WITHIN);
	expect(await noted).toBe(6);
	expect(new Set(tried)).toEqual(new Set(['delivered']));
});

it('a note is given up when it is worth nothing any more', async () => {
	const { wall, tried, note } = noting(Number.POSITIVE_INFINITY, away);
	const noted = note('delivered').catch((error: unknown) => error);
	await wall.advance(2 * WITHIN);
	expect(await noted).toBe(away);
	expect(tried.length).toBeLessThan(60);
});

it('a note that is wrong is not made again', async () => {
	const wrong = new Error('violates a rule');
	const { tried, note } = noting(Number.POSITIVE_INFINITY, wrong);
	await expect(note('delivered')).rejects.toBe(wrong);
	expect(tried).toHaveLength(1);
});

import { describe, expect, it } from 'vitest';
import { Problem } from '../../platform/errors.ts';
import { createPageCache, createRenderGate, type Page } from './page-cache.ts';

function page(over: Partial<Page> = {}): Page {
	return { status: 200, headers: [], body: ['x'], shared: true, ...over };
}

describe('the page cache', () => {
	it('keeps only successful shared pages, for the given time', async () => {
		let now = 0;
		let renders = 0;
		const cache = createPageCache(2, 10, () => now);
		const get = (key: string, over: Partial<Page> = {}) => cache.get(key, async () => page({ ...over, body: [String(++renders)] }));
		await get('a');
		await get('a');
		expect(renders).toBe(1);
		await get('b', { status: 404 });
		await get('b', { status: 404 });
		expect(renders).toBe(3);
		await get('c', { shared: false });
		await get('c', { shared: false });
		expect(renders).toBe(5);
		now = 10;
		await get('a');
		expect(renders).toBe(6);
	});

	it('forgets a failed rendering', async () => {
		const cache = createPageCache(2, 10, () => 0);
		await expect(cache.get('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
		expect((await cache.get('a', async () => page())).status).toBe(200);
	});
});

describe('the gate', () => {
	it('lets so many run at once, others in order, and refuses when too many wait', async () => {
		const gate = createRenderGate(2, 1);
		const ends: (() => void)[] = [];
		const begun: number[] = [];
		const task = (n: number) =>
			gate(() => {
				begun.push(n);
				return new Promise<number>((resolve) => ends.push(() => resolve(n)));
			});
		const [one, two, three] = [task(1), task(2), task(3)];
		await expect(task(4)).rejects.toThrow(Problem);
		expect(begun).toEqual([1, 2]);
		ends[0]?.();
		await one;
		expect(begun).toEqual([1, 2, 3]);
		for (const end of ends.slice(1)) end();
		expect(await Promise.all([two, three])).toEqual([2, 3]);
		await expect(gate(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
		expect(await gate(async () => 5)).toBe(5);
	});
});

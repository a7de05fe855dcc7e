import { expect, it } from 'vitest';
import { oneByOne } from './one-by-one.ts';

it('calls wait for each other, also for those that fail', async () => {
	const seen: string[] = [];
	const work = oneByOne(async (name: string) => {
		seen.push(`${name} begins`);
		await Promise.resolve();
		seen.push(`${name} ends`);
		if (name === 'a') throw new Error(name);
		return name;
	});
	const results = await Promise.allSettled([work('a'), work('b'), work('c')]);
	expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
	expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
});

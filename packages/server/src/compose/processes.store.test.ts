import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Product } from './compose.ts';
import { type TestProcesses, testProcesses } from './testing/processes.ts';

let processes: TestProcesses;
beforeAll(async () => {
	processes = await testProcesses();
});
afterAll(() => processes?.close());

const newest = ({ market }: Product): number => market.reports.newest()?.time ?? 0;
const bytes = async (product: Product, url: string): Promise<string> => {
	const answer = await product.app.inject({ url });
	expect(answer.statusCode).toBe(200);
	return answer.body;
};

describe('processes on the same stores', () => {
	it('show what one of them publishes, and one that stands by takes over', async () => {
		const leader = await processes.start();
		const standby = await processes.start('market');
		const reader = await processes.start('api');
		const first = newest(leader);
		expect(first).toBeGreaterThan(0);
		await processes.until(() => newest(leader) > first);
		await processes.until(() => newest(reader) === newest(leader) && newest(standby) === newest(leader));
		expect(standby.market.engine()).toBeUndefined();
		const url = '/api/landing/tickers';
		expect(await bytes(reader, url)).toBe(await bytes(leader, url));
		const last = newest(leader);
		await leader.close();
		await processes.until(() => newest(standby) > last);
		await processes.until(() => newest(reader) === newest(standby));
		expect(standby.market.engine()).toBeDefined();
	});
});

/** First and later start of the whole product on a fresh folder, by phase, as a process of its own. The reference is a Node process that only listens. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { against, alone, type Benchmark, type Measured, seconds } from './measured.ts';
import { startProduct } from './product.ts';

/** A Node process that only listens: what no start can be faster than. */
const bareNode = async (): Promise<number> => {
	const began = performance.now();
	const child = spawn(process.execPath, ['-e', "require('node:http').createServer().listen(0, () => process.exit())"], { stdio: 'ignore' });
	await new Promise((resolve) => child.once('exit', resolve));
	return performance.now() - began;
};

export const run: Benchmark = async () => {
	const folder = mkdtempSync(join(tmpdir(), 'signalwheel-bench-'));
	const rows: Measured[] = [];
	const reference = await bareNode();
	const add = (name: string, ms: number, goal: string | null): void => {
		rows.push(against(name, ms, reference, goal, seconds));
	};
	try {
		const first = await startProduct(folder);
		add('first start to the first page', first.page, '60 s');
		for (const [phase, at] of first.phases) rows.push(alone(`first start: '${phase}' from`, seconds(at), null));
		add('stop', await first.stop(), '5 s');
		const later = await startProduct(folder);
		add('later start to the first page', later.page, '3 s');
		for (const [phase, at] of later.phases) rows.push(alone(`later start: '${phase}' from`, seconds(at), null));
		await later.stop();
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
	return rows;
};

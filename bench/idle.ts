/** What the product costs while nobody reads: processor time of the server and of all that it started, its PostgreSQL too, as a share of one core. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SECOND } from '@sw/domain/time/units';
import { alone, type Benchmark } from './measured.ts';
import { pause, startProduct } from './product.ts';

/** After the start, until what it left behind is done. */
const SETTLE = 60 * SECOND;
const SPAN = 120 * SECOND;
/** Linux counts processor time in hundredths of a second for programs, whatever the kernel's own tick. */
const TICK = SECOND / 100;
const MOST = 0.02;

interface Cost {
	parent: number;
	ticks: number;
}

/** Of a process; undefined when it has ended meanwhile. A name in parentheses may hold spaces: fields count from its end. */
const costOf = (pid: string): Cost | undefined => {
	try {
		const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
		const fields = text
			.slice(text.lastIndexOf(')') + 2)
			.split(' ')
			.map(Number);
		const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
		return { parent: fields[1] ?? 0, ticks: user + system + endedUser + endedSystem };
	} catch {
		return undefined;
	}
};

/** Milliseconds of processor time of a process and of all that descend from it. */
const processorTime = (root: number): number => {
	const costs = new Map<number, Cost>();
	for (const name of readdirSync('/proc')) {
		const cost = /^\d+$/.test(name) ? costOf(name) : undefined;
		if (cost) costs.set(Number(name), cost);
	}
	const descends = (pid: number): boolean => pid === root || (costs.has(pid) && descends(costs.get(pid)?.parent ?? 0));
	let ticks = 0;
	for (const [pid, cost] of costs) if (descends(pid)) ticks += cost.ticks;
	return ticks * TICK;
};

export const run: Benchmark = async () => {
	const folder = mkdtempSync(join(tmpdir(), 'signalwheel-bench-'));
	try {
		const product = await startProduct(folder);
		await pause(SETTLE);
		const before = processorTime(product.pid);
		await pause(SPAN);
		const share = (processorTime(product.pid) - before) / SPAN;
		await product.stop();
		if (share >= MOST) throw new Error(`Idle it takes ${(share * 100).toFixed(2)} % of a core.`);
		return [alone(`processor time without readers, over ${SPAN / SECOND} s, of one core`, `${(share * 100).toFixed(2)} %`, 'under 2 %')];
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
};

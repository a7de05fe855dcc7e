/** Sets the scheduling and the processors of test processes with Linux's tools (`chrt`, `taskset`). Without them the system's defaults apply. */
import { spawnSync } from 'node:child_process';

/** Reads a list of processors as Linux writes it: '0-2,5' gives [0, 1, 2, 5]. */
export function parseCores(list: string): number[] {
	return list.split(',').flatMap((range) => {
		const [first = 0, last = first] = range.split('-').map(Number);
		return Array.from({ length: last - first + 1 }, (_, place) => first + place);
	});
}

/** The part of `cores` reserved for the `index`-th of `count` programs; empty with fewer cores than programs. */
export function selectCoreShare(cores: readonly number[], index: number, count: number): readonly number[] {
	const size = Math.floor(cores.length / count);
	return cores.slice(index * size, (index + 1) * size);
}

/**
 * Sets batch scheduling for this program and its children: a process that wakes up waits until the running one's time slice ends. Overall, this is
 * faster than interrupting running processes.
 */
export function scheduleBatch(): void {
	spawnSync('chrt', ['--batch', '--pid', '0', String(process.pid)]);
}

/** Command prefix that restricts a program and its children to its share of the processors, so that their caches stay warm. */
export function createSharePrefix(index: number, count: number): string[] {
	const { stdout, status } = spawnSync('taskset', ['--cpu-list', '--pid', String(process.pid)], { encoding: 'utf8' });
	const list = status === 0 ? /: ([\d,-]+)\s*$/.exec(stdout)?.[1] : undefined;
	const share = list ? selectCoreShare(parseCores(list), index, count) : [];
	return share.length > 0 ? ['taskset', '--cpu-list', share.join()] : [];
}

/** In which turns, and on which processors, programs of tests compute. Without Linux's own tools (`chrt`, `taskset`) all is left to the machine. */
import { spawnSync } from 'node:child_process';

/** '0-2,5' -> [0, 1, 2, 5]: processors as Linux lists them. */
export const coresIn = (list: string): number[] =>
	list.split(',').flatMap((range) => {
		const [first = 0, last = first] = range.split('-').map(Number);
		return Array.from({ length: last - first + 1 }, (_, place) => first + place);
	});

/** Which part of `cores` the `index`-th of `count` programs has to itself; none where there are fewer cores than programs. */
export const shareOf = (cores: readonly number[], index: number, count: number): readonly number[] => {
	const size = Math.floor(cores.length / count);
	return cores.slice(index * size, (index + 1) * size);
};

/** This program and all that it starts: who wakes up waits until the turn of who computes is over, which is sooner than if each interrupted the other. */
export const takeTurns = (): void => {
	spawnSync('chrt', ['--batch', '--pid', '0', String(process.pid)]);
};

/** What stands before a command that, with all that it starts, keeps to its share of the processors: what it has read lately stays in their caches. */
export const onShare = (index: number, count: number): string[] => {
	const { stdout, status } = spawnSync('taskset', ['--cpu-list', '--pid', String(process.pid)], { encoding: 'utf8' });
	const list = status === 0 ? /: ([\d,-]+)\s*$/.exec(stdout)?.[1] : undefined;
	const share = list ? shareOf(coresIn(list), index, count) : [];
	return share.length > 0 ? ['taskset', '--cpu-list', share.join()] : [];
};

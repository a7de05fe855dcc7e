import { ageing, begin, fateOf, type LeadRules, type Move, type Process, stepsOf, type World } from './model.ts';

/** The result of a search: the number of states, and the first path to a violation. */
export interface Found {
	states: number;
	fault?: { reason: string; path: string[] };
}

/**
 * Searches every possible sequence breadth first, so that a path to a violation is a shortest one. `toTheEnd`: also checks that each process could finish
 * alone.
 */
export function search(rules: LeadRules, { processes = 3, slots = 3, fate = 3, toTheEnd = true } = {}): Found {
	const first = begin(processes, slots, fate);
	const came = new Map<string, { from: string; move: Move } | undefined>([[`${keyOf(first)} ${fate}`, undefined]]);
	const known = new Map<string, boolean>();
	const pathTo = (key: string): string[] => {
		const steps: string[] = [];
		for (let at = came.get(key); at; at = came.get(at.from))
			steps.unshift(at.move.who < 0 ? at.move.action : `${at.move.who} ${at.move.action}`);
		return steps;
	};
	let front: World[] = [first];
	while (front.length > 0) {
		const next: World[] = [];
		for (const world of front) {
			const from = `${keyOf(world)} ${world.fate}`;
			const moves = [...world.processes.flatMap((_, who) => stepsOf(world, who, rules)), ...fateOf(world)];
			for (const move of moves) {
				const key = `${keyOf(move.to)} ${move.to.fate}`;
				const reason = move.breaks ?? broken(move.to);
				if (reason) return { states: came.size, fault: { reason, path: [...pathTo(from), `${move.who} ${move.action}`] } };
				if (came.has(key)) continue;
				came.set(key, { from, move });
				next.push(move.to);
			}
			for (const who of world.processes.keys())
				if (toTheEnd && !endsWell(world, who, rules, known))
					return { states: came.size, fault: { reason: `process ${who} alone never publishes every slot`, path: pathTo(from) } };
		}
		front = next;
	}
	return { states: came.size };
}

/** Returns a key of a state. Processes are interchangeable in the key, except `first`. */
function keyOf(world: World, first = -1): string {
	const parts = world.processes.map((process, who) => partOf(world, process, who));
	const apart = parts.splice(Math.max(first, 0), first < 0 ? 0 : 1);
	return [...apart, ...parts.sort(), sharedOf(world)].join('|');
}

/** Returns the part of a state's key that the processes share. */
function sharedOf({ lock, silent, row, newest, reports }: World): string {
	const lease = row ? `${newest - row.epoch}${row.old ? 'o' : ''}${row.connection === lock ? 'l' : ''}` : '';
	return `${lock === 0 ? '' : 'h'}${silent ? 's' : ''} ${lease} ${reports.map((epochs) => epochs.map((epoch) => newest - epoch).join()).join(';')}`;
}

/** Returns the part of a state's key for one process: relations between connections and epochs, not their numbers. */
function partOf({ lock, row, newest }: World, { step, connection, inTransaction }: Process, who: number): string {
	const signs = row?.connection === lock ? row.signs : -1;
	const seen = step.at === 'end' ? (lock === step.connection ? signs - step.signs : 'gone') : '';
	const epoch = 'epoch' in step ? newest - step.epoch : '';
	const mine = `${connection === 0 ? '' : connection === lock ? 'L' : 'c'}${connection !== 0 && connection === row?.connection ? 'r' : ''}${row?.processId === who ? 'b' : ''}`;
	return `${step.at} ${epoch} ${'slot' in step ? step.slot : ''} ${seen} ${mine} ${inTransaction ? 't' : ''}`;
}

/** Whether one process alone, while all others sleep forever, publishes every slot's report. */
function endsWell(world: World, who: number, rules: LeadRules, known: Map<string, boolean>): boolean {
	const seen = new Set<string>();
	const settle = (well: boolean): boolean => {
		for (const key of seen) known.set(key, well);
		return well;
	};
	let now = world;
	while (!isDone(now)) {
		const key = keyOf(now, who);
		const before = known.get(key);
		// If the process can't act, time passes.
		const next = before === undefined && !seen.has(key) ? (stepsOf(now, who, rules).at(-1) ?? ageing(now)[0]) : undefined;
		if (!next) return settle(before ?? false);
		seen.add(key);
		now = next.to;
	}
	return settle(true);
}

function isDone({ reports }: World): boolean {
	return reports.every((epochs) => epochs.length > 0);
}

/** Finds violations: two commits in one slot, or a report of an epoch after a report of a later epoch. */
function broken({ reports }: World): string | undefined {
	if (reports.some((epochs) => epochs.length > 1)) return 'a slot has two reports';
	const epochs = reports.flat();
	return epochs.some((epoch, i) => i > 0 && epoch < epochs[i - 1]!) ? 'a leader committed after the next one had' : undefined;
}

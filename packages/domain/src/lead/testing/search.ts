import { createWorld, type LeadRules, listAdversaryMoves, listAgeing, listSteps, type Move, type Process, type World } from './model.ts';

/** The result of a search: the number of states, and the first path to a violation. */
export interface SearchResult {
	states: number;
	fault?: { reason: string; path: string[] };
}

/**
 * Searches every possible sequence breadth first, so that a path to a violation is a shortest one. `toTheEnd`: also checks that each process could finish
 * alone.
 */
export function search(rules: LeadRules, { processes = 3, slots = 3, fate = 3, toTheEnd = true } = {}): SearchResult {
	const initialWorld = createWorld(processes, slots, fate);
	const previousMoves = new Map<string, { from: string; move: Move } | undefined>([[`${keyOf(initialWorld)} ${fate}`, undefined]]);
	const finishesByKey = new Map<string, boolean>();
	const pathTo = (key: string): string[] => {
		const steps: string[] = [];
		for (let at = previousMoves.get(key); at; at = previousMoves.get(at.from))
			steps.unshift(at.move.processId < 0 ? at.move.action : `${at.move.processId} ${at.move.action}`);
		return steps;
	};
	let frontier: World[] = [initialWorld];
	while (frontier.length > 0) {
		const next: World[] = [];
		for (const world of frontier) {
			const from = `${keyOf(world)} ${world.adversaryMoves}`;
			const moves = [...world.processes.flatMap((_, processId) => listSteps(world, processId, rules)), ...listAdversaryMoves(world)];
			for (const move of moves) {
				const key = `${keyOf(move.result)} ${move.result.adversaryMoves}`;
				const reason = move.breaks ?? findViolation(move.result);
				if (reason) return { states: previousMoves.size, fault: { reason, path: [...pathTo(from), `${move.processId} ${move.action}`] } };
				if (previousMoves.has(key)) continue;
				previousMoves.set(key, { from, move });
				next.push(move.result);
			}
			for (const processId of world.processes.keys())
				if (toTheEnd && !canFinishAlone(world, processId, rules, finishesByKey))
					return {
						states: previousMoves.size,
						fault: { reason: `process ${processId} alone never publishes every slot`, path: pathTo(from) },
					};
		}
		frontier = next;
	}
	return { states: previousMoves.size };
}

/** Returns a key of a state. Processes are interchangeable in the key, except the one at index `distinctId`. */
function keyOf(world: World, distinctId = -1): string {
	const parts = world.processes.map((process, processId) => processKey(world, process, processId));
	const distinctPart = parts.splice(Math.max(distinctId, 0), distinctId < 0 ? 0 : 1);
	return [...distinctPart, ...parts.sort(), sharedKey(world)].join('|');
}

/** Returns the part of a state's key that the processes share. */
function sharedKey({ lock, isSilent, lease, newestEpoch, reports }: World): string {
	const leaseKey = lease ? `${newestEpoch - lease.epoch}${lease.isOld ? 'o' : ''}${lease.connection === lock ? 'l' : ''}` : '';
	return `${lock === 0 ? '' : 'h'}${isSilent ? 's' : ''} ${leaseKey} ${reports.map((epochs) => epochs.map((epoch) => newestEpoch - epoch).join()).join(';')}`;
}

/** Returns the part of a state's key for one process: relations between connections and epochs, not their numbers. */
function processKey({ lock, lease, newestEpoch }: World, { step, connection, inTransaction }: Process, processId: number): string {
	const heartbeats = lease?.connection === lock ? lease.heartbeats : -1;
	const heartbeatsSince = step.at === 'end' ? (lock === step.connection ? heartbeats - step.heartbeats : 'gone') : '';
	const epoch = 'epoch' in step ? newestEpoch - step.epoch : '';
	const connectionKey = `${connection === 0 ? '' : connection === lock ? 'L' : 'c'}${connection !== 0 && connection === lease?.connection ? 'r' : ''}${lease?.processId === processId ? 'b' : ''}`;
	return `${step.at} ${epoch} ${'slot' in step ? step.slot : ''} ${heartbeatsSince} ${connectionKey} ${inTransaction ? 't' : ''}`;
}

/** Whether one process alone, while all others sleep forever, publishes every slot's report. */
function canFinishAlone(world: World, processId: number, rules: LeadRules, finishesByKey: Map<string, boolean>): boolean {
	const seen = new Set<string>();
	const recordResult = (canFinish: boolean): boolean => {
		for (const key of seen) finishesByKey.set(key, canFinish);
		return canFinish;
	};
	let current = world;
	while (!isDone(current)) {
		const key = keyOf(current, processId);
		const knownResult = finishesByKey.get(key);
		// If the process can't act, time passes.
		const next =
			knownResult === undefined && !seen.has(key) ? (listSteps(current, processId, rules).at(-1) ?? listAgeing(current)[0]) : undefined;
		if (!next) return recordResult(knownResult ?? false);
		seen.add(key);
		current = next.result;
	}
	return recordResult(true);
}

function isDone({ reports }: World): boolean {
	return reports.every((epochs) => epochs.length > 0);
}

/** Finds violations: two commits in one slot, or a report of an epoch after a report of a later epoch. */
function findViolation({ reports }: World): string | undefined {
	if (reports.some((epochs) => epochs.length > 1)) return 'a slot has two reports';
	const epochs = reports.flat();
	return epochs.some((epoch, i) => i > 0 && epoch < epochs[i - 1]!) ? 'a leader committed after the next one had' : undefined;
}

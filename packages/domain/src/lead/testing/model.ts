import { canCommit, isLeaseExpired, LEASE_DURATION, nextEpoch, standbyStep } from '../rules.ts';

/**
 * Models leadership as a state machine. Processes take one step at a time, in any order and with any pause, on one database. An adversary kills processes,
 * cuts connections and moves clocks. A process that sleeps while others take steps resumes with outdated memory.
 */
export interface LeadRules {
	standbyStep: typeof standbyStep;
	nextEpoch: typeof nextEpoch;
	mayCommit: typeof canCommit;
	/** Whether taking the lead waits for commits that have passed the fence. */
	waitsForCommits: boolean;
	/** Whether a batch and its commit check that their epoch still leads. */
	looksAtFence: boolean;
	/** Whether a standby ends a connection only if no heartbeat has arrived since the standby checked it. */
	endsOnlyWhatItSaw: boolean;
}

export const SHIPPED: LeadRules = {
	standbyStep,
	nextEpoch,
	mayCommit: canCommit,
	waitsForCommits: true,
	looksAtFence: true,
	endsOnlyWhatItSaw: true,
};

/** The next step of a process, and the memory needed for that step. */
type At =
	| { at: 'seek' }
	/** The process has seen the connection with the lock, and that connection's number of heartbeats. */
	| { at: 'end'; connection: number; signs: number }
	/** The process has the lock, but no lease. */
	| { at: 'take' }
	/** The process believes that it leads: the next step reads the published reports or renews the lease. */
	| { at: 'read'; epoch: number }
	| { at: 'begin'; epoch: number; slot: number }
	| { at: 'pass'; epoch: number; slot: number }
	/** The process has a transaction past the fence. */
	| { at: 'commit'; epoch: number; slot: number };

export interface Process {
	step: At;
	/** Connection of the lock; 0 if there is none, or the database has ended it. */
	connection: number;
	/** Whether a transaction is past the fence and hasn't been ended by the database. */
	inTransaction: boolean;
}

export interface Row {
	epoch: number;
	/** The process that leads. */
	processId: number;
	connection: number;
	/** Number of heartbeats. */
	signs: number;
	old: boolean;
}

export interface World {
	processes: readonly Process[];
	/** The connection that has the lock; 0: none. */
	lock: number;
	/** Whether the connection with the lock has been silent for a lease's duration without ever having a lease. */
	silent: boolean;
	/** The row of the current lease; undefined if there is none. */
	row: Row | undefined;
	/** Newest epoch so far. */
	newest: number;
	/** Epochs of the reports of each slot, in the order of their commits. */
	reports: readonly (readonly number[])[];
	connections: number;
	/** Remaining moves of the adversary. */
	fate: number;
}

/** A step with a description, so that a path to a violation is readable. */
export interface Move {
	who: number;
	action: string;
	to: World;
	/** A rule that the step violates. */
	breaks?: string;
}

export function begin(processes: number, slots: number, fate: number): World {
	return {
		processes: Array.from({ length: processes }, () => ({ step: { at: 'seek' }, connection: 0, inTransaction: false })),
		lock: 0,
		silent: false,
		row: undefined,
		newest: 0,
		reports: Array.from({ length: slots }, () => []),
		connections: 0,
		fate,
	};
}

const FRESH = 0;

/** Lists every step that process `who` can take now. */
export function stepsOf(world: World, who: number, rules: LeadRules): Move[] {
	const process = world.processes[who] as Process;
	const { step } = process;
	const go = (action: string, to: World, breaks?: string): Move => ({ who, action, to, ...(breaks ? { breaks } : {}) });
	const becomeStandby = (action: string): Move => go(action, withProcess(world, who, { step: { at: 'seek' } }));
	/** Retries the work; the next renewal shows whether the process still leads. */
	const retry = (action: string, epoch: number): Move => go(action, withProcess(world, who, { step: { at: 'read', epoch } }));
	switch (step.at) {
		case 'seek': {
			if (process.connection === 0) {
				const connections = world.connections + 1;
				return [go('connects', withProcess({ ...world, connections }, who, { connection: connections }))];
			}
			const next = rules.standbyStep(holderAge(world));
			if (next === 'take')
				return [go('locks', withProcess({ ...world, lock: process.connection, silent: false }, who, { step: { at: 'take' } }))];
			if (next === 'wait') return [];
			return [go('sees an old lease', withProcess(world, who, { step: { at: 'end', connection: world.lock, signs: holderSigns(world) } }))];
		}
		case 'end': {
			if (process.connection === 0) return [becomeStandby('finds itself cut off')];
			const same = world.lock === step.connection && (!rules.endsOnlyWhatItSaw || holderSigns(world) === step.signs);
			if (!same) return [becomeStandby('finds it renewed')];
			const alive = !isLeaseExpired(holderAge(world) ?? LEASE_DURATION) ? 'a leader whose lease is fresh lost it' : undefined;
			return [go('ends the connection', withProcess(endConnection(world, step.connection), who, { step: { at: 'seek' } }), alive)];
		}
		case 'take': {
			if (process.connection === 0) return [becomeStandby('finds itself cut off')];
			const before = world.row && isLeaseExpired(ageOf(world.row.old)) ? endTransactions(world, world.row.processId) : world;
			// A transaction past the fence locks the row: others wait, time out and retry.
			const under = before.processes.some(({ step, inTransaction }) => inTransaction && 'epoch' in step && step.epoch === leads(before));
			if (under && rules.waitsForCommits) return [];
			const epoch = rules.nextEpoch(world.newest);
			// Heartbeats start at 2: `holderSigns` returns 0 or 1 for a lock without a lease.
			const row = { epoch, processId: who, connection: process.connection, signs: 2, old: false };
			return [go(`takes epoch ${epoch}`, withProcess({ ...before, row, newest: epoch }, who, { step: { at: 'read', epoch } }))];
		}
		case 'read': {
			const slot = world.reports.findIndex((epochs) => epochs.length === 0);
			const read = slot < 0 ? [] : [go('reads', withProcess(world, who, { step: { ...step, at: 'begin', slot } }))];
			return [...read, ...renewal(world, who, step.epoch)];
		}
		case 'begin':
			if (rules.looksAtFence && !rules.mayCommit(step.epoch, leads(world))) return [retry('is refused a batch', step.epoch)];
			return [go(`begins slot ${step.slot}`, withProcess(world, who, { step: { ...step, at: 'pass' } }))];
		case 'pass':
			if (rules.looksAtFence && !rules.mayCommit(step.epoch, leads(world))) return [retry('is refused the commit', step.epoch)];
			return [go('passes the fence', withProcess(world, who, { step: { ...step, at: 'commit' }, inTransaction: true }))];
		case 'commit': {
			if (!process.inTransaction) return [retry('finds its transaction ended', step.epoch)];
			const reports = world.reports.map((epochs, slot) => (slot === step.slot ? [...epochs, step.epoch] : epochs));
			return [
				go(
					`commits slot ${step.slot} in epoch ${step.epoch}`,
					withProcess({ ...world, reports }, who, { step: { at: 'read', epoch: step.epoch }, inTransaction: false }),
				),
			];
		}
	}
}

function holderSigns(world: World): number {
	return world.row?.connection === world.lock ? world.row.signs : world.silent ? 1 : 0;
}

function ageOf(old: boolean): number {
	return old ? LEASE_DURATION : FRESH;
}

/** Returns the age of the lease of the connection with the lock; without a lease, the silence of that connection. */
function holderAge(world: World): number | undefined {
	if (world.lock === 0) return undefined;
	return ageOf(world.row?.connection === world.lock ? world.row.old : world.silent);
}

function leads(world: World): number | undefined {
	return world.row?.epoch;
}

function withProcess(world: World, who: number, change: Partial<Process>): World {
	return {
		...world,
		processes: world.processes.map((process, i) => (i === who ? { ...process, ...change } : process)),
	};
}

function endTransactions(world: World, processId: number): World {
	return withProcess(world, processId, { inTransaction: false });
}

/** Ends a connection in the database and releases the lock. The process notices at its next step. */
function endConnection(world: World, connection: number): World {
	return {
		...world,
		lock: world.lock === connection ? 0 : world.lock,
		processes: world.processes.map((process) => (process.connection === connection ? { ...process, connection: 0 } : process)),
	};
}

/** Lists the steps of a renewal; none if it changes nothing. */
function renewal(world: World, who: number, epoch: number): Move[] {
	const process = world.processes[who] as Process;
	const lost = (action: string): Move[] => {
		const parted = process.connection === 0 ? world : endConnection(world, process.connection);
		return [{ who, action, to: withProcess(parted, who, { step: { at: 'seek' } }) }];
	};
	if (process.connection === 0) return lost('finds its connection ended');
	if (leads(world) !== epoch || world.row?.processId !== who) return lost('finds the lead taken');
	if (!world.row.old) return [];
	return [{ who, action: 'renews', to: { ...world, row: { ...world.row, old: false, signs: world.row.signs + 1 } } }];
}

/** Lists how a lease or a lock ages while its process does nothing. */
export function ageing(world: World): Move[] {
	if (world.row && !world.row.old) return [{ who: -1, action: 'the lease gets old', to: { ...world, row: { ...world.row, old: true } } }];
	if (world.lock !== 0 && world.row?.connection !== world.lock && !world.silent)
		return [{ who: -1, action: 'the holder of the lock is silent', to: { ...world, silent: true } }];
	return [];
}

/** Lists the adversary's moves, each at a cost of one: a lease expires (its process sleeps, or a clock jumps), or a process is killed or cut off. */
export function fateOf(world: World): Move[] {
	if (world.fate === 0) return [];
	const left = { ...world, fate: world.fate - 1 };
	const moves = ageing(left);
	for (const [who, { connection, step, inTransaction }] of world.processes.entries()) {
		const parted = connection === 0 ? left : endConnection(left, connection);
		if (connection !== 0) moves.push({ who, action: 'is cut off', to: withProcess(parted, who, { inTransaction: false }) });
		if (step.at !== 'seek' || inTransaction)
			moves.push({ who, action: 'is killed', to: withProcess(parted, who, { step: { at: 'seek' }, connection: 0, inTransaction: false }) });
	}
	return moves;
}

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
	checksFence: boolean;
	/** Whether a standby ends a connection only if no heartbeat has arrived since the standby checked it. */
	rechecksHeartbeats: boolean;
}

export const PRODUCTION_RULES: LeadRules = {
	standbyStep,
	nextEpoch,
	mayCommit: canCommit,
	waitsForCommits: true,
	checksFence: true,
	rechecksHeartbeats: true,
};

/** The next step of a process, and the memory needed for that step. */
type Step =
	| { at: 'seek' }
	/** The process has seen the connection with the lock, and that connection's number of heartbeats. */
	| { at: 'end'; connection: number; heartbeats: number }
	/** The process has the lock, but no lease. */
	| { at: 'take' }
	/** The process believes that it leads: the next step reads the published reports or renews the lease. */
	| { at: 'read'; epoch: number }
	| { at: 'begin'; epoch: number; slot: number }
	| { at: 'pass'; epoch: number; slot: number }
	/** The process has a transaction past the fence. */
	| { at: 'commit'; epoch: number; slot: number };

export interface Process {
	step: Step;
	/** Connection of the lock; 0 if there is none, or the database has ended it. */
	connection: number;
	/** Whether a transaction is past the fence and hasn't been ended by the database. */
	inTransaction: boolean;
}

export interface Lease {
	epoch: number;
	/** The process that leads. */
	processId: number;
	connection: number;
	/** Number of heartbeats. */
	heartbeats: number;
	isOld: boolean;
}

export interface World {
	processes: readonly Process[];
	/** The connection that has the lock; 0: none. */
	lock: number;
	/** Whether the connection with the lock has been silent for a lease's duration without ever having a lease. */
	isSilent: boolean;
	/** The row of the current lease; undefined if there is none. */
	lease: Lease | undefined;
	/** Newest epoch so far. */
	newestEpoch: number;
	/** Epochs of the reports of each slot, in the order of their commits. */
	reports: readonly (readonly number[])[];
	connections: number;
	/** Remaining moves of the adversary. */
	adversaryMoves: number;
}

/** A step with a description, so that a path to a violation is readable. */
export interface Move {
	processId: number;
	action: string;
	result: World;
	/** A rule that the step violates. */
	breaks?: string;
}

export function createWorld(processes: number, slots: number, adversaryMoves: number): World {
	return {
		processes: Array.from({ length: processes }, () => ({ step: { at: 'seek' }, connection: 0, inTransaction: false })),
		lock: 0,
		isSilent: false,
		lease: undefined,
		newestEpoch: 0,
		reports: Array.from({ length: slots }, () => []),
		connections: 0,
		adversaryMoves,
	};
}

const FRESH = 0;

/** Lists every step that a process can take now. */
export function listSteps(world: World, processId: number, rules: LeadRules): Move[] {
	const process = world.processes[processId] as Process;
	const { step } = process;
	const createMove = (action: string, result: World, breaks?: string): Move => ({
		processId,
		action,
		result,
		...(breaks ? { breaks } : {}),
	});
	const becomeStandby = (action: string): Move => createMove(action, withProcess(world, processId, { step: { at: 'seek' } }));
	/** Retries the work; the next renewal shows whether the process still leads. */
	const retry = (action: string, epoch: number): Move => createMove(action, withProcess(world, processId, { step: { at: 'read', epoch } }));
	switch (step.at) {
		case 'seek': {
			if (process.connection === 0) {
				const connections = world.connections + 1;
				return [createMove('connects', withProcess({ ...world, connections }, processId, { connection: connections }))];
			}
			const nextAction = rules.standbyStep(holderAge(world));
			if (nextAction === 'take')
				return [
					createMove('locks', withProcess({ ...world, lock: process.connection, isSilent: false }, processId, { step: { at: 'take' } })),
				];
			if (nextAction === 'wait') return [];
			return [
				createMove(
					'sees an old lease',
					withProcess(world, processId, { step: { at: 'end', connection: world.lock, heartbeats: holderHeartbeats(world) } }),
				),
			];
		}
		case 'end': {
			if (process.connection === 0) return [becomeStandby('finds itself cut off')];
			const isUnchanged = world.lock === step.connection && (!rules.rechecksHeartbeats || holderHeartbeats(world) === step.heartbeats);
			if (!isUnchanged) return [becomeStandby('finds it renewed')];
			const violation = !isLeaseExpired(holderAge(world) ?? LEASE_DURATION) ? 'a leader whose lease is fresh lost it' : undefined;
			return [
				createMove(
					'ends the connection',
					withProcess(endConnection(world, step.connection), processId, { step: { at: 'seek' } }),
					violation,
				),
			];
		}
		case 'take': {
			if (process.connection === 0) return [becomeStandby('finds itself cut off')];
			const baseWorld = world.lease && isLeaseExpired(ageOf(world.lease.isOld)) ? endTransactions(world, world.lease.processId) : world;
			// A transaction past the fence locks the row: others wait, time out and retry.
			const isFencePassed = baseWorld.processes.some(
				({ step, inTransaction }) => inTransaction && 'epoch' in step && step.epoch === currentEpoch(baseWorld),
			);
			if (isFencePassed && rules.waitsForCommits) return [];
			const epoch = rules.nextEpoch(world.newestEpoch);
			// Heartbeats start at 2: `holderHeartbeats` returns 0 or 1 for a lock without a lease.
			const lease = { epoch, processId, connection: process.connection, heartbeats: 2, isOld: false };
			return [
				createMove(
					`takes epoch ${epoch}`,
					withProcess({ ...baseWorld, lease, newestEpoch: epoch }, processId, { step: { at: 'read', epoch } }),
				),
			];
		}
		case 'read': {
			const slot = world.reports.findIndex((epochs) => epochs.length === 0);
			const readMoves = slot < 0 ? [] : [createMove('reads', withProcess(world, processId, { step: { ...step, at: 'begin', slot } }))];
			return [...readMoves, ...listRenewals(world, processId, step.epoch)];
		}
		case 'begin':
			if (rules.checksFence && !rules.mayCommit(step.epoch, currentEpoch(world))) return [retry('is refused a batch', step.epoch)];
			return [createMove(`begins slot ${step.slot}`, withProcess(world, processId, { step: { ...step, at: 'pass' } }))];
		case 'pass':
			if (rules.checksFence && !rules.mayCommit(step.epoch, currentEpoch(world))) return [retry('is refused the commit', step.epoch)];
			return [createMove('passes the fence', withProcess(world, processId, { step: { ...step, at: 'commit' }, inTransaction: true }))];
		case 'commit': {
			if (!process.inTransaction) return [retry('finds its transaction ended', step.epoch)];
			const reports = world.reports.map((epochs, slot) => (slot === step.slot ? [...epochs, step.epoch] : epochs));
			return [
				createMove(
					`commits slot ${step.slot} in epoch ${step.epoch}`,
					withProcess({ ...world, reports }, processId, { step: { at: 'read', epoch: step.epoch }, inTransaction: false }),
				),
			];
		}
	}
}

function holderHeartbeats(world: World): number {
	return world.lease?.connection === world.lock ? world.lease.heartbeats : world.isSilent ? 1 : 0;
}

function ageOf(isOld: boolean): number {
	return isOld ? LEASE_DURATION : FRESH;
}

/** Returns the age of the lease of the connection with the lock; without a lease, the silence of that connection. */
function holderAge(world: World): number | undefined {
	if (world.lock === 0) return undefined;
	return ageOf(world.lease?.connection === world.lock ? world.lease.isOld : world.isSilent);
}

function currentEpoch(world: World): number | undefined {
	return world.lease?.epoch;
}

function withProcess(world: World, processId: number, change: Partial<Process>): World {
	return {
		...world,
		processes: world.processes.map((process, i) => (i === processId ? { ...process, ...change } : process)),
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
function listRenewals(world: World, processId: number, epoch: number): Move[] {
	const process = world.processes[processId] as Process;
	const loseLead = (action: string): Move[] => {
		const disconnectedWorld = process.connection === 0 ? world : endConnection(world, process.connection);
		return [{ processId, action, result: withProcess(disconnectedWorld, processId, { step: { at: 'seek' } }) }];
	};
	if (process.connection === 0) return loseLead('finds its connection ended');
	if (currentEpoch(world) !== epoch || world.lease?.processId !== processId) return loseLead('finds the lead taken');
	if (!world.lease.isOld) return [];
	return [
		{ processId, action: 'renews', result: { ...world, lease: { ...world.lease, isOld: false, heartbeats: world.lease.heartbeats + 1 } } },
	];
}

/** Lists how a lease or a lock ages while its process does nothing. */
export function listAgeing(world: World): Move[] {
	if (world.lease && !world.lease.isOld)
		return [{ processId: -1, action: 'the lease gets old', result: { ...world, lease: { ...world.lease, isOld: true } } }];
	if (world.lock !== 0 && world.lease?.connection !== world.lock && !world.isSilent)
		return [{ processId: -1, action: 'the holder of the lock is silent', result: { ...world, isSilent: true } }];
	return [];
}

/** Lists the adversary's moves, each at a cost of one: a lease expires (its process sleeps, or a clock jumps), or a process is killed or cut off. */
export function listAdversaryMoves(world: World): Move[] {
	if (world.adversaryMoves === 0) return [];
	const nextWorld = { ...world, adversaryMoves: world.adversaryMoves - 1 };
	const moves = listAgeing(nextWorld);
	for (const [processId, { connection, step, inTransaction }] of world.processes.entries()) {
		const disconnectedWorld = connection === 0 ? nextWorld : endConnection(nextWorld, connection);
		if (connection !== 0)
			moves.push({ processId, action: 'is cut off', result: withProcess(disconnectedWorld, processId, { inTransaction: false }) });
		if (step.at !== 'seek' || inTransaction)
			moves.push({
				processId,
				action: 'is killed',
				result: withProcess(disconnectedWorld, processId, { step: { at: 'seek' }, connection: 0, inTransaction: false }),
			});
	}
	return moves;
}

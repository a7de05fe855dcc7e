import { totalmem } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes that a process with its own stores needs: with 0.8 GB, it was killed while catching up. */
const MEMORY_MINIMUM = 1.5e9;

export interface MemoryLimits {
	/** Bytes of memory of the machine. */
	total: number;
	/** Limit of the control group in bytes; 0 or undefined where unknown. */
	constrained: number | undefined;
}

/** A sentence with both figures and the fix if the process may use less memory than it needs; otherwise undefined. */
export function describeMemoryShortage({ total, constrained }: MemoryLimits = readMemoryLimits()): string | undefined {
	const available = Math.min(total, constrained || Number.POSITIVE_INFINITY);
	if (available >= MEMORY_MINIMUM) return undefined;
	const gigabytes = (bytes: number): string => (bytes / 1e9).toFixed(1);
	const source = available < total ? "the container's memory limit" : 'the memory of the machine';
	return `${gigabytes(available)} GB of memory are available and at least ${gigabytes(MEMORY_MINIMUM)} GB are needed: the process may be killed while it catches up. Raise ${source}.`;
}

function readMemoryLimits(): MemoryLimits {
	return { total: totalmem(), constrained: process.constrainedMemory() };
}

type Collector = (how: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;

let collector: Collector | undefined;

/**
 * Returns memory after a large task: V8 collects when more is allocated, and an idle process allocates nothing. Uses the thorough collection that also
 * compacts, because after such a task a plain collection frees no pages. Blocks the process for 100 to 160 ms for each hundred megabytes of live
 * objects.
 */
export function forceGc(): void {
	collector ??= find();
	collector({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/** Without the flag at program start, V8 exposes its collector only to contexts created after the flag was set. */
function find(): Collector {
	setFlagsFromString('--expose-gc');
	return runInNewContext('gc');
}

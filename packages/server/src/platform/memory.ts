import { totalmem } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes that a process with its own stores needs: with 0.8 GB, one was killed while catching up. */
const MIN_MEMORY_BYTES = 1.5e9;

export interface MemoryLimits {
	/** Memory of the machine in bytes. */
	totalBytes: number;
	/** Limit of the control group in bytes; 0 or undefined if unknown. */
	containerLimitBytes: number | undefined;
}

/** Describes a lack of memory in a sentence with both figures and the fix; undefined if the process has enough. */
export function describeMemoryShortage({ totalBytes, containerLimitBytes }: MemoryLimits = readMemoryLimits()): string | undefined {
	const available = Math.min(totalBytes, containerLimitBytes || Number.POSITIVE_INFINITY);
	if (available >= MIN_MEMORY_BYTES) return undefined;
	const gigabytes = (bytes: number): string => (bytes / 1e9).toFixed(1);
	const source = available < totalBytes ? "the container's memory limit" : 'the memory of the machine';
	return `${gigabytes(available)} GB of memory are available and at least ${gigabytes(MIN_MEMORY_BYTES)} GB are needed: the process may be killed while it catches up. Raise ${source}.`;
}

function readMemoryLimits(): MemoryLimits {
	return { totalBytes: totalmem(), containerLimitBytes: process.constrainedMemory() };
}

type Collector = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;

let collector: Collector | undefined;

/**
 * Returns memory to the system after a large task. V8 only collects during allocations, and an idle process allocates nothing.
 * Uses the collection that also compacts, because a normal collection frees no pages. Blocks for 100 to 160 ms per 100 MB of live objects.
 */
export function forceGc(): void {
	collector ??= findCollector();
	collector({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/** Returns V8's collector. Without the flag at program start, only contexts created after setting the flag expose the collector. */
function findCollector(): Collector {
	setFlagsFromString('--expose-gc');
	return runInNewContext('gc');
}

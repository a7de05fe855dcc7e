import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

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

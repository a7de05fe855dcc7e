import { SECOND } from '@sw/domain/time/units';
import type { WallClock } from './clocks/wall-clock.ts';
import type { Readiness } from './readiness.ts';

/** Signals that stop a process: from Ctrl+C, a service manager, or a closed terminal. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Until there is something to stop cleanly, a signal ends the process right away, even while modules are loading. */
let onStop: (signal: string) => void = () => process.exit(0);
let isListening = false;

/**
 * Installs the listener once; later only its action changes.
 * A signal that arrives while modules are loading waits for the event loop, and would be lost if its listener were replaced.
 */
export function listenForStopSignals(): void {
	if (isListening) return;
	isListening = true;
	for (const signal of STOP_SIGNALS) process.on(signal, () => onStop(signal));
}

/** Sets the action for a request to stop. */
export function onStopSignal(listener: (signal: string) => void): void {
	onStop = listener;
	listenForStopSignals();
}

/** Reports that the process is stopping and waits until load balancers have noticed. Requests are still served meanwhile. */
export async function drainRequests(readiness: Pick<Readiness, 'set'>, wall: WallClock, seconds: number): Promise<void> {
	if (seconds === 0) return;
	readiness.set('stopping', 'Stopping');
	await new Promise<void>((done) => wall.after(seconds * SECOND, done));
}

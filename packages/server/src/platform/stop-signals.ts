/** Signals that stop a process: Ctrl+C, a service manager, a closed terminal. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Until there is something to stop cleanly, a signal ends the process at once, even while modules are still being loaded. */
let stop: (signal: string) => void = () => process.exit(0);
let heard = false;

/**
 * Listens once for good: the action on a signal changes, the listener does not. A signal that arrives while modules are loading waits for the event
 * loop, and would be lost if its listener were replaced.
 */
export const hearStopSignals = (): void => {
	if (heard) return;
	heard = true;
	for (const signal of STOP_SIGNALS) process.on(signal, () => stop(signal));
};

/** Sets the action for a request to stop. */
export const onStopSignal = (listener: (signal: string) => void): void => {
	stop = listener;
	hearStopSignals();
};

/** What asks a process to stop: Ctrl+C, a service manager, a terminal that was closed. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Until there is something to be stopped in order, whoever asks for the end gets it, also while the program is still being loaded. */
let stop: (signal: string) => void = () => process.exit(0);
let heard = false;

/**
 * Listens once and for all: what is done on a signal changes, the listener does not. A signal that came while modules were loading waits for the event
 * loop, and would be lost with the listener that it is for.
 */
export const hearStopSignals = (): void => {
	if (heard) return;
	heard = true;
	for (const signal of STOP_SIGNALS) process.on(signal, () => stop(signal));
};

/** What is done from here on when the process is asked to stop. */
export const onStopSignal = (listener: (signal: string) => void): void => {
	stop = listener;
	hearStopSignals();
};

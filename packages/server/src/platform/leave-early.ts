/** What asks a process to stop: Ctrl+C, a service manager, a terminal that was closed. */
export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Until there is something to be stopped in order: whoever asks for the end gets it, also while the program is still being loaded. */
export const leaveEarly = (): void => {
	for (const signal of STOP_SIGNALS) process.on(signal, () => process.exit(0));
};

import { isOutage } from '@sw/store/faults/outage';
import type { Logger } from 'pino';
import { VendorError } from '../intake/outbound/vendor-error.ts';

/** What is away is said in a line; only a fault of our own needs its stack. What fails because all is being closed is no fault. */
export const tellTrouble =
	(log: Logger, isStopping: () => boolean) =>
	(what: string, error: unknown): void => {
		if (isStopping()) log.debug({ err: error }, what);
		else if (error instanceof VendorError || isOutage(error)) log.warn(`${what}: ${(error as Error).message}`);
		else log.error({ err: error }, what);
	};

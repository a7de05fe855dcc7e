import { isOutage } from '@sw/store/faults/outage';
import type { Logger } from 'pino';
import { VendorError } from '../../intake/outbound/vendor-error.ts';

/** Logs outages and vendor errors in one line, internal errors with their stack, and failures while stopping at debug level only. */
export function createErrorLogger(log: Logger, isStopping: () => boolean) {
	return (message: string, error: unknown): void => {
		if (isStopping()) log.debug({ err: error }, message);
		else if (error instanceof VendorError || isOutage(error)) log.warn(`${message}: ${(error as Error).message}`);
		else log.error({ err: error }, message);
	};
}

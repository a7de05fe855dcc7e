import { StoreError } from '@sw/store/faults/store-error';
import { type Config, ConfigError } from '../config/config.ts';

type Places = Pick<Config, 'host' | 'port' | 'metrics'>;
type Failure = NodeJS.ErrnoException & { hostname?: string; address?: string; port?: number };

/** Names the variable and the fix where there is one; otherwise where it failed. */
export function explainStartError(error: unknown, { host, port, metrics }: Places): string {
	if (error instanceof StoreError || error instanceof ConfigError) return error.message;
	if (!(error instanceof Error)) return String(error);
	const { code, hostname, address, port: failed = port, message, stack } = error as Failure;
	const ofMetrics = failed === metrics?.port && failed !== port;
	const placeOf = (isMetrics: boolean): string =>
		isMetrics ? 'SIGNALWHEEL_METRICS must name an address of this machine' : 'HOST must be an address of this machine';
	const unknown = `'${hostname}' isn't a known host name.`;
	switch (code) {
		case 'ENOTFOUND':
		case 'EAI_AGAIN':
			if (hostname === host) return `${placeOf(false)}: ${unknown}`;
			if (hostname === metrics?.host) return `${placeOf(true)}: ${unknown}`;
			break;
		case 'EADDRNOTAVAIL':
			return `${placeOf(ofMetrics)}: ${address} isn't one.`;
		case 'EADDRINUSE':
			return `Port ${failed} is in use by another program: stop that program, or set ${ofMetrics ? 'SIGNALWHEEL_METRICS to another one.' : `PORT to another one, for example PORT=${failed + 1}.`}`;
		case 'EACCES':
			return `This user isn't allowed to open port ${failed}: set ${ofMetrics ? 'SIGNALWHEEL_METRICS to one above 1023.' : 'PORT to one above 1023, for example PORT=8080.'}`;
	}
	return stack ?? message;
}

import type { BodyPace } from './reject-requests.ts';

/** Settings of the HTTP layer. */
export interface HttpConfig {
	/** Scheme, host and port under which browsers reach the service. */
	readonly origin: string;
	/** Proxies whose X-Forwarded-* headers are trusted: false, or addresses and networks. */
	readonly trustProxy: boolean | string | string[];
	/** Calls per address and minute. */
	readonly callsPerMinute: number;
	/** Largest body in bytes. Default for calls without a limit of their own. */
	readonly bodyLimit: number;
	/** prod, or the name of another environment, whose pages are hidden from search engines. */
	readonly environment: string;
	/** Whether HSTS includes all subdomains of the origin's host. */
	readonly hstsSubdomains: boolean;
	/** Milliseconds within which a request must have arrived completely. */
	readonly requestTimeout: number;
	readonly bodyPace: BodyPace;
}

export const HTTP_DEFAULTS: Omit<HttpConfig, 'origin'> = {
	trustProxy: false,
	callsPerMinute: 1_200,
	bodyLimit: 256 * 1024,
	environment: 'prod',
	hstsSubdomains: false,
	requestTimeout: 30_000,
	bodyPace: { lookEvery: 5_000, leastEach: 5_000 },
};

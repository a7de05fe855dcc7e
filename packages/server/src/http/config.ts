import type { BodyPace } from './raw-refusals.ts';

/** What the HTTP layer must know of its surroundings. */
export interface HttpConfig {
	/** Scheme, host and port under which browsers reach the service. */
	readonly origin: string;
	/** Proxies whose X-Forwarded-* headers are believed: false, or addresses and networks. */
	readonly trustProxy: boolean | string | string[];
	/** Calls that one address may make in a window. */
	readonly callsPerMinute: number;
	/** Largest body in bytes of calls that state none. */
	readonly bodyLimit: number;
	/** prod, or the name of another environment, whose pages stay out of search engines. */
	readonly environment: string;
	/** Whether browsers are told to use TLS for every host below the origin's, too. */
	readonly hstsSubdomains: boolean;
	/** A request has come whole within this time, in milliseconds. */
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

import type { BodyPace } from './reject-requests.ts';

export interface HttpConfig {
	/** Scheme, host, port and optional path at which browsers reach the service. */
	readonly origin: string;
	/** Proxies whose X-Forwarded-* headers are trusted: addresses and networks, or all or none of them. */
	readonly trustProxy: boolean | string | string[];
	/** Calls per minute and IP address. */
	readonly callsPerMinute: number;
	/** Maximum body in bytes, for calls without a limit of their own. */
	readonly bodyLimit: number;
	/** 'prod', or the name of another environment, whose pages are hidden from search engines. */
	readonly environment: string;
	/** Whether HSTS includes all subdomains of the origin's host. */
	readonly hstsSubdomains: boolean;
	/** A request must have arrived completely within this time, in milliseconds. */
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
	bodyPace: { checkInterval: 5_000, minBytes: 5_000 },
};

declare module 'autocannon' {
	export interface Options {
		url: string;
		connections: number;
		/** Seconds. Ignored if `amount` limits the number of requests. */
		duration?: number;
		amount?: number;
		requests: readonly AutocannonRequest[];
	}
	export interface AutocannonRequest {
		path: string;
		method?: string;
		headers?: Record<string, string>;
		body?: string;
		/** Completes each request before it is sent. */
		setupRequest?(request: AutocannonRequest): AutocannonRequest;
	}
	export interface Result {
		requests: { average: number; total: number };
		/** Milliseconds. */
		latency: { p50: number; p99: number };
		/** Seconds. */
		duration: number;
		'2xx': number;
		non2xx: number;
		/** Number of answers with each status. */
		statusCodeStats: Record<string, { count: number }>;
		errors: number;
	}
	/** A run in progress. */
	export interface Running extends Promise<Result> {
		/** Called for each answer. */
		on(event: 'response', hear: () => void): unknown;
	}
	export default function autocannon(options: Options): Running;
}

declare module 'autocannon' {
	export interface Options {
		url: string;
		connections: number;
		/** Seconds; or so many requests. */
		duration?: number;
		amount?: number;
		requests: readonly AutocannonRequest[];
	}
	export interface AutocannonRequest {
		path: string;
		method?: string;
		headers?: Record<string, string>;
		body?: string;
		/** What each request is made of, as it is sent. */
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
		/** How often each status was answered. */
		statusCodeStats: Record<string, { count: number }>;
		errors: number;
	}
	/** A run that is under way. */
	export interface Running extends Promise<Result> {
		/** Each answer. */
		on(event: 'response', hear: () => void): unknown;
	}
	export default function autocannon(options: Options): Running;
}

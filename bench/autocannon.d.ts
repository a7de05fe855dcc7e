declare module 'autocannon' {
	export interface Options {
		url: string;
		connections: number;
		/** Seconds. */
		duration: number;
		requests: readonly { path: string; headers?: Record<string, string> }[];
	}
	export interface Result {
		requests: { average: number; total: number };
		/** Milliseconds. */
		latency: { p50: number; p99: number };
		non2xx: number;
		errors: number;
	}
	export default function autocannon(options: Options): Promise<Result>;
}

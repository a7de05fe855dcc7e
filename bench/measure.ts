/** One row of a benchmark's table. */
export interface ResultRow {
	name: string;
	/** The product's figure with its unit. */
	ours: string;
	/** The reference's figure, measured in the same run. */
	reference: string | null;
	/** ours / reference. */
	ratio: number | null;
	goal: string | null;
}

/** `args`: the command-line options, such as '--long'. */
export type Benchmark = (args: readonly string[]) => Promise<ResultRow[]>;

export function formatMs(value: number): string {
	return `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`;
}

/** Formats milliseconds as seconds. */
export function formatSeconds(value: number): string {
	return `${(value / 1000).toFixed(1)} s`;
}

export function formatMb(bytes: number): string {
	return `${(bytes / 1e6).toFixed(0)} MB`;
}

/** A row with the product's figure and the reference of the same run, both formatted by `format`. */
export function compareToReference(
	name: string,
	ours: number,
	reference: number,
	goal: string | null,
	format: (value: number) => string = formatMs,
): ResultRow {
	return {
		name,
		ours: format(ours),
		reference: format(reference),
		ratio: ours / reference,
		goal,
	};
}

export function rowWithoutReference(name: string, ours: string, goal: string | null): ResultRow {
	return {
		name,
		ours,
		reference: null,
		ratio: null,
		goal,
	};
}

/** The value at this fraction (0 to 1) of the sorted values; 1 gives the maximum. NaN without values. */
export function quantile(values: readonly number[], fraction: number): number {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.min(sorted.length - 1, Math.floor(fraction * sorted.length))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
	return quantile(values, 0.5);
}

/** Milliseconds of one call, and its result. */
export async function measureTime<T>(action: () => Promise<T> | T): Promise<[milliseconds: number, result: T]> {
	const start = performance.now();
	const result = await action();
	return [performance.now() - start, result];
}

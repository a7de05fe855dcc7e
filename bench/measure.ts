/** One row of a benchmark's table. */
export interface Measured {
	name: string;
	/** Our figure with its unit. */
	ours: string;
	/** The reference's figure, measured in the same run. */
	reference: string | null;
	/** ours / reference. */
	ratio: number | null;
	goal: string | null;
}

/** `args`: the command-line options, such as '--long'. */
export type Benchmark = (args: readonly string[]) => Promise<Measured[]>;

export const ms = (value: number): string => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`;
export const seconds = (value: number): string => `${(value / 1000).toFixed(1)} s`;
export const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;

/** Our figure and the reference of the same run. */
export const compareToReference = (
	name: string,
	ours: number,
	reference: number,
	goal: string | null,
	unit: (value: number) => string = ms,
): Measured => ({
	name,
	ours: unit(ours),
	reference: unit(reference),
	ratio: ours / reference,
	goal,
});

export const rowWithoutReference = (name: string, ours: string, goal: string | null): Measured => ({
	name,
	ours,
	reference: null,
	ratio: null,
	goal,
});

/** The value that this share of the values does not exceed. */
export const quantile = (values: readonly number[], share: number): number => {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
};
export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Milliseconds of one call, and its result. */
export const timed = async <T>(work: () => Promise<T> | T): Promise<[milliseconds: number, result: T]> => {
	const start = performance.now();
	const result = await work();
	return [performance.now() - start, result];
};

import { engineVectors } from './engine-vectors.ts';
import { marketVectors } from './market-vectors.ts';
import { signalVectors } from './signal-vectors.ts';
import { statisticsVectors } from './statistics-vectors.ts';
import { timeVectors } from './time-vectors.ts';
import type { Adapters } from './vector-adapter.ts';
import { matchesExpected, type VectorCase, type VectorFile } from './vector-file.ts';

/** The tested functions, by their name in vector files. */
export const VECTOR_FUNCTIONS: Adapters = { ...timeVectors, ...engineVectors, ...signalVectors, ...statisticsVectors, ...marketVectors };

export interface VectorResult {
	case: VectorCase;
	pass: boolean;
	actual: unknown;
	/** Why there is no result: the function is unknown, or the error that it threw. */
	error: string | null;
}

/** Runs every case; an unknown or throwing function fails its case. */
export function runVectors({ cases, tolerance }: VectorFile): VectorResult[] {
	return cases.map((entry) => {
		const { actual, error } = runFunction(entry.fn, entry.input);
		return { case: entry, pass: error === null && matchesExpected(actual, entry.expected, tolerance), actual, error };
	});
}

function runFunction(fn: string, input: unknown): { actual: unknown; error: string | null } {
	const adapter = Object.hasOwn(VECTOR_FUNCTIONS, fn) ? VECTOR_FUNCTIONS[fn] : undefined;
	if (!adapter) return { actual: undefined, error: `unknown function ${fn}` };
	try {
		return { actual: adapter(input), error: null };
	} catch (error) {
		return { actual: undefined, error: String(error) };
	}
}

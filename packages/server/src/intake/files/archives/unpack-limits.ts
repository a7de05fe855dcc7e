import { ImportError } from '../faults/import-error.ts';

export interface UnpackLimits {
	/** Unpacked bytes a packed byte. */
	ratio: number;
	/** Unpacked bytes of one archive, all its entries together. */
	bytes: number;
}
export const DEFAULT_LIMITS: UnpackLimits = { ratio: 200, bytes: 4 * 1024 ** 3 };

/** Below this much output the ratio says nothing yet: a few repeated lines may well shrink to a five-hundredth. */
const RATIO_FROM = 1024 * 1024;

/** Counts what goes into and comes out of one archive and throws before a limit is passed. */
export interface UnpackMeter {
	in(bytes: number): void;
	out(bytes: number): void;
}

export function createUnpackMeter({ ratio, bytes }: UnpackLimits): UnpackMeter {
	let packed = 0;
	let unpacked = 0;
	return {
		in: (n) => {
			packed += n;
		},
		out: (n) => {
			unpacked += n;
			if (unpacked > bytes) throw new ImportError('size');
			if (unpacked > RATIO_FROM && unpacked > packed * ratio) throw new ImportError('ratio');
		},
	};
}

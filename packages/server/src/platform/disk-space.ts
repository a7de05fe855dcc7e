import { statfs } from 'node:fs/promises';
import type { WallClock } from './clocks/wall-clock.ts';

export interface DiskSpace {
	/** Bytes left where that is too little to continue; undefined where it is enough, or unknown. */
	short(): number | undefined;
	close(): void;
}

/** The figures needed of a file system: total blocks, free blocks, and their size in bytes. */
export interface Space {
	blocks: number;
	bavail: number;
	bsize: number;
}

const EVERY = 1_000;
/** More than a session of a large market takes. */
const ENOUGH = 200e6;
/** Share of a small disk. */
const SHARE = 0.02;

/** Checks every second how much disk space is left under a folder. */
export function watchDisk(folder: string, wall: WallClock, look: (folder: string) => Promise<Space> = statfs): DiskSpace {
	let left: number | undefined;
	let cancel = (): void => {};
	let closed = false;
	const measure = async (): Promise<void> => {
		try {
			const { bavail, bsize, blocks } = await look(folder);
			left = bavail * bsize < Math.min(ENOUGH, blocks * bsize * SHARE) ? bavail * bsize : undefined;
		} catch {
			left = undefined;
		}
		if (!closed) cancel = wall.after(EVERY, () => void measure());
	};
	void measure();
	return {
		short: () => left,
		close: () => {
			closed = true;
			cancel();
		},
	};
}

/** Bytes of the disk under a folder; null where unknown. */
export async function spaceOf(
	folder: string,
	look: (folder: string) => Promise<Space> = statfs,
): Promise<{ free: number; total: number } | null> {
	try {
		const { bavail, bsize, blocks } = await look(folder);
		return { free: bavail * bsize, total: blocks * bsize };
	} catch {
		return null;
	}
}

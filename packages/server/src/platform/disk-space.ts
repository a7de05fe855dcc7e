import { statfs } from 'node:fs/promises';
import type { WallClock } from './clocks/wall-clock.ts';

export interface DiskSpace {
	/** Free bytes if they are too few to continue; undefined if there is enough space, or if unknown. */
	short(): number | undefined;
	close(): void;
}

/** The part of `statfs` that is needed: total blocks, available blocks, and the size of a block in bytes. */
export interface Space {
	blocks: number;
	bavail: number;
	bsize: number;
}

const EVERY = 1_000;
/** Bytes. More than a session of a large market takes. */
const ENOUGH = 200e6;
/** The limit for small disks, as a share of the disk. */
const SHARE = 0.02;

/** Checks every second whether the disk of a folder is nearly full. */
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

/** Size and free space of a folder's disk in bytes; null if unknown. */
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

import { statfs } from 'node:fs/promises';
import type { WallClock } from './clocks/wall-clock.ts';

export interface DiskSpace {
	/** Returns the free bytes if there are too few to continue; undefined if there is enough space, or if unknown. */
	getLowFreeBytes(): number | undefined;
	close(): void;
}

/** The fields of `statfs` that are needed: total blocks, available blocks, and the size of a block in bytes. */
export interface FileSystemStats {
	blocks: number;
	bavail: number;
	bsize: number;
}

const CHECK_INTERVAL_MS = 1_000;
/** Bytes: more than a session of a large market needs. */
const MIN_FREE_BYTES = 200e6;
/** The limit for small disks, as a fraction of the disk. */
const MIN_FREE_FRACTION = 0.02;

/** Checks every second whether the disk of a folder is nearly full. */
export function watchDisk(folder: string, wall: WallClock, stat: (folder: string) => Promise<FileSystemStats> = statfs): DiskSpace {
	let lowFreeBytes: number | undefined;
	let cancel = (): void => {};
	let isClosed = false;
	const measure = async (): Promise<void> => {
		try {
			const { bavail, bsize, blocks } = await stat(folder);
			lowFreeBytes = bavail * bsize < Math.min(MIN_FREE_BYTES, blocks * bsize * MIN_FREE_FRACTION) ? bavail * bsize : undefined;
		} catch {
			lowFreeBytes = undefined;
		}
		if (!isClosed) cancel = wall.after(CHECK_INTERVAL_MS, () => void measure());
	};
	void measure();
	return {
		getLowFreeBytes: () => lowFreeBytes,
		close: () => {
			isClosed = true;
			cancel();
		},
	};
}

/** Reads size and free space of a folder's disk in bytes; null if unknown. */
export async function readDiskSpace(
	folder: string,
	stat: (folder: string) => Promise<FileSystemStats> = statfs,
): Promise<{ free: number; total: number } | null> {
	try {
		const { bavail, bsize, blocks } = await stat(folder);
		return { free: bavail * bsize, total: blocks * bsize };
	} catch {
		return null;
	}
}

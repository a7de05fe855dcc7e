import { statfs } from 'node:fs/promises';
import type { WallClock } from './clocks/wall-clock.ts';

export interface DiskSpace {
	/** Returns the free bytes if there are too few to continue; undefined if there is enough space, or if unknown. */
	shortage(): number | undefined;
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
/** The limit for small disks, as a share of the disk. */
const MIN_FREE_SHARE = 0.02;

/** Checks every second whether the disk of a folder is nearly full. */
export function watchDisk(folder: string, wall: WallClock, stat: (folder: string) => Promise<FileSystemStats> = statfs): DiskSpace {
	let shortage: number | undefined;
	let cancel = (): void => {};
	let isClosed = false;
	const measure = async (): Promise<void> => {
		try {
			const { bavail, bsize, blocks } = await stat(folder);
			shortage = bavail * bsize < Math.min(MIN_FREE_BYTES, blocks * bsize * MIN_FREE_SHARE) ? bavail * bsize : undefined;
		} catch {
			shortage = undefined;
		}
		if (!isClosed) cancel = wall.after(CHECK_INTERVAL_MS, () => void measure());
	};
	void measure();
	return {
		shortage: () => shortage,
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

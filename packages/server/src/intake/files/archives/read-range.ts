import type { FileHandle } from 'node:fs/promises';
import { ImportError } from '../faults/import-error.ts';

const CHUNK = 256 * 1024;

/** `length` bytes of an open file from a position on, in chunks. A shorter file is damaged. */
export async function* readRange(file: FileHandle, from: number, length: number): AsyncGenerator<Buffer> {
	for (let done = 0; done < length; ) {
		const buffer = Buffer.allocUnsafe(Math.min(CHUNK, length - done));
		const { bytesRead } = await file.read(buffer, 0, buffer.length, from + done);
		if (bytesRead === 0) throw new ImportError('damaged', 'It is truncated.');
		done += bytesRead;
		yield buffer.subarray(0, bytesRead);
	}
}

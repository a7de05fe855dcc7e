/** Which processor the programs and libraries of a folder are made for, by their ELF headers. */
import { closeSync, globSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';

const HEADER = 20;
const MACHINES: Readonly<Record<number, string>> = { 3: 'ia32', 40: 'arm', 62: 'x64', 183: 'arm64' };

/** The processor that a file is made for, by its first 20 bytes; undefined where it isn't an ELF file. */
export function processorOf(header: Buffer): string | undefined {
	if (header.length < HEADER || header.readUInt32BE(0) !== 0x7f454c46) return undefined;
	const machine = header[5] === 2 ? header.readUInt16BE(18) : header.readUInt16LE(18);
	return MACHINES[machine] ?? `machine ${machine}`;
}

/** Processor -> files of a folder that are made for it. */
export function processorsIn(folder: string): Map<string, string[]> {
	const found = new Map<string, string[]>();
	for (const entry of globSync('**/*', { cwd: folder, withFileTypes: true })) {
		if (!entry.isFile()) continue;
		const file = join(entry.parentPath, entry.name);
		const processor = processorOf(firstBytes(file));
		if (processor) found.set(processor, [...(found.get(processor) ?? []), file.slice(folder.length + 1)]);
	}
	return found;
}

function firstBytes(file: string): Buffer {
	const header = Buffer.alloc(HEADER);
	const opened = openSync(file, 'r');
	try {
		return header.subarray(0, readSync(opened, header, 0, HEADER, 0));
	} finally {
		closeSync(opened);
	}
}

import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipPart {
	name: string;
	data: Buffer;
	stored?: boolean;
	/** Override values in the directory, to make inconsistent archives. */
	flags?: number;
	method?: number;
	unpacked?: number;
	crc?: number;
	header?: number;
}

/** A regular zip archive of the parts. */
export function makeZip(parts: readonly ZipPart[]): Buffer {
	const bodies: Buffer[] = [];
	const directory: Buffer[] = [];
	let at = 0;
	for (const part of parts) {
		const name = Buffer.from(part.name);
		const packed = part.stored ? part.data : deflateRawSync(part.data);
		const method = part.method ?? (part.stored ? 0 : 8);
		const local = Buffer.alloc(30);
		local.writeUInt32LE(0x04034b50, 0);
		local.writeUInt16LE(method, 8);
		local.writeUInt16LE(name.length, 26);
		const central = Buffer.alloc(46);
		central.writeUInt32LE(0x02014b50, 0);
		central.writeUInt16LE(part.flags ?? 0, 8);
		central.writeUInt16LE(method, 10);
		central.writeUInt32LE(part.crc ?? crc32(part.data), 16);
		central.writeUInt32LE(packed.length, 20);
		central.writeUInt32LE(part.unpacked ?? part.data.length, 24);
		central.writeUInt16LE(name.length, 28);
		central.writeUInt32LE(part.header ?? at, 42);
		directory.push(central, name);
		bodies.push(local, name, packed);
		at += local.length + name.length + packed.length;
	}
	const central = Buffer.concat(directory);
	const end = Buffer.alloc(22);
	end.writeUInt32LE(0x06054b50, 0);
	end.writeUInt16LE(parts.length, 8);
	end.writeUInt16LE(parts.length, 10);
	end.writeUInt32LE(central.length, 12);
	end.writeUInt32LE(at, 16);
	return Buffer.concat([...bodies, central, end]);
}

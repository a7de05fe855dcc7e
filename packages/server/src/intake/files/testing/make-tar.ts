const BLOCK = 512;

/** A ustar archive of these files. */
export function makeTar(files: Record<string, string>): Buffer {
	const parts = Object.entries(files).flatMap(([name, text]) => {
		const data = Buffer.from(text);
		const header = Buffer.alloc(BLOCK);
		header.write(name, 0);
		header.write(`${data.length.toString(8).padStart(11, '0')}\0`, 124);
		header.write('        ', 148);
		header.write('0', 156);
		header.write('ustar\0', 257);
		const sum = header.reduce((total, byte) => total + byte, 0);
		header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
		return [header, data, Buffer.alloc((BLOCK - (data.length % BLOCK)) % BLOCK)];
	});
	return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]);
}

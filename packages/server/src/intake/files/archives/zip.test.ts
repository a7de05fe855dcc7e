import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeZip } from '../testing/make-zip.ts';
import { createUnpackMeter, DEFAULT_LIMITS, type UnpackLimits } from './unpack.ts';
import { openZip } from './zip.ts';

async function contents(archive: Buffer, limits: UnpackLimits = DEFAULT_LIMITS): Promise<Record<string, string>> {
	const folder = await mkdtemp(join(tmpdir(), 'signalwheel-zip-'));
	await writeFile(join(folder, 'a.zip'), archive);
	const handle = await open(join(folder, 'a.zip'));
	try {
		const found: Record<string, string> = {};
		for (const entry of await openZip(handle, limits)) {
			const chunks: Buffer[] = [];
			for await (const chunk of entry.content(createUnpackMeter(limits), () => {})) chunks.push(chunk);
			found[entry.name] = Buffer.concat(chunks).toString();
		}
		return found;
	} finally {
		await handle.close();
		await rm(folder, { recursive: true });
	}
}

function faultOf(archive: Buffer, limits?: UnpackLimits): Promise<string> {
	return contents(archive, limits).then(
		() => 'none',
		(error: { fault: string }) => error.fault,
	);
}

const text = Buffer.from('one,two\n1,2\n');

describe('zip', () => {
	it('reads stored and deflated entries and leaves folders out', async () => {
		const archive = makeZip([
			{ name: 'a/', data: Buffer.alloc(0), stored: true },
			{ name: 'a/x.csv', data: text },
			{ name: 'y.csv', data: text, stored: true },
		]);
		expect(await contents(archive)).toEqual({ 'a/x.csv': text.toString(), 'y.csv': text.toString() });
	});

	it.each(['../x.csv', '/etc/x.csv', 'a/../../x.csv', 'C:/x.csv', 'a\\..\\x.csv', 'a\0.csv'])('refuses the name %j', async (name) => {
		expect(await faultOf(makeZip([{ name, data: text }]))).toBe('path');
	});

	it('refuses encryption, unknown methods and archives that are cut off', async () => {
		expect(await faultOf(makeZip([{ name: 'x', data: text, flags: 1 }]))).toBe('encrypted');
		expect(await faultOf(makeZip([{ name: 'x', data: text, flags: 0x40 }]))).toBe('encrypted');
		expect(await faultOf(makeZip([{ name: 'x', data: text, method: 12 }]))).toBe('unsupported');
		const partOfTwo = makeZip([{ name: 'x', data: text }]);
		partOfTwo.writeUInt16LE(1, partOfTwo.length - 18);
		expect(await faultOf(partOfTwo)).toBe('unsupported');
		const good = makeZip([{ name: 'x', data: text }]);
		// It claims a zip64 record that is not there.
		const zip64 = Buffer.from(good);
		zip64.writeUInt32LE(0xffffffff, zip64.length - 6);
		expect(await faultOf(zip64)).toBe('damaged');
		for (const length of [0, 10, 40, good.length - 1]) expect(await faultOf(good.subarray(0, length))).toBe('damaged');
	});

	it('finds entries that lie about their length, checksum or place', async () => {
		expect(await faultOf(makeZip([{ name: 'x', data: text, crc: 1 }]))).toBe('damaged');
		expect(await faultOf(makeZip([{ name: 'x', data: text, unpacked: 5 }]))).toBe('damaged');
		expect(await faultOf(makeZip([{ name: 'x', data: text, unpacked: 50 }]))).toBe('damaged');
		expect(
			await faultOf(
				makeZip([
					{ name: 'x', data: text },
					{ name: 'y', data: text, header: 0 },
				]),
			),
		).toBe('damaged');
		expect(await faultOf(makeZip([{ name: 'x', data: text, stored: true, unpacked: 4 }]))).toBe('damaged');
	});

	it('stops bombs by what they declare, and by what they do', async () => {
		const zeros = Buffer.alloc(8 * 1024 * 1024);
		expect(await faultOf(makeZip([{ name: 'x', data: zeros }]))).toBe('ratio');
		expect(await faultOf(makeZip([{ name: 'x', data: zeros, unpacked: 1000 }]))).toMatch(/ratio|damaged/);
		expect(
			await faultOf(
				makeZip([
					{ name: 'x', data: text },
					{ name: 'y', data: text },
				]),
				{ ratio: 200, bytes: 20 },
			),
		).toBe('size');
	});
});

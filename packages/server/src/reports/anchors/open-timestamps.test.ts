import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { collectAttestations, encodeOtsFile, parseOts, parseTimestamp, type Timestamp } from './open-timestamps.ts';

const DIGEST = createHash('sha256').update('a head').digest();
const PENDING = '83dfe30d2ef90c8e';

/** Appends an argument of a length, and attests the result. */
function appended(length: number): Timestamp {
	const argument = Buffer.alloc(length, 7);
	const calendar = Buffer.from('https://calendar.example.test');
	const next = {
		message: Buffer.concat([DIGEST, argument]),
		attestations: [{ tag: PENDING, payload: Buffer.concat([Buffer.of(calendar.length), calendar]) }],
		steps: [],
	};
	return { message: DIGEST, attestations: [], steps: [{ tag: 0xf0, argument, next }] };
}

it.each([1, 127, 128, 255, 256, 300, 4_095, 4_096])('reads what it wrote, with an argument of %i bytes', (length) => {
	const found = parseOts(encodeOtsFile(appended(length)), DIGEST);
	expect(found).toEqual(appended(length));
	expect(collectAttestations(found)).toMatchObject([{ kind: 'pending', calendar: 'https://calendar.example.test' }]);
});

it('refuses a longer argument', () => {
	expect(() => parseOts(encodeOtsFile(appended(4_097)), DIGEST)).toThrow();
});

/** A proof file of this many bytes: an attestation whose payload fills it. */
function fileOfLength(length: number): Buffer {
	const headerLength = 31 + 2 + DIGEST.length;
	const attestationLength = 1 + 8 + 3;
	const payload = Buffer.alloc(length - headerLength - attestationLength);
	return encodeOtsFile({ message: DIGEST, attestations: [{ tag: 'ff'.repeat(8), payload }], steps: [] });
}

it('reads a file of 64 KiB, and refuses a longer one', () => {
	const limit = 64 * 1024;
	expect(fileOfLength(limit)).toHaveLength(limit);
	expect(collectAttestations(parseOts(fileOfLength(limit), DIGEST))).toMatchObject([{ kind: 'other' }]);
	expect(() => parseOts(fileOfLength(limit + 1), DIGEST)).toThrow("This isn't an .ots file.");
});

/** A proof file with another byte at an offset. */
function withByte(offset: number, value: number): Buffer {
	const file = encodeOtsFile(appended(1));
	file[offset] = value;
	return file;
}

it.each([
	['other first bytes', withByte(0, 1), "This isn't an .ots file."],
	['another last byte of the magic number', withByte(30, 0x95), "This isn't an .ots file."],
	['another version', withByte(31, 2), "This isn't an .ots file."],
	['another hash', withByte(32, 0x02), 'The .ots file is not for a SHA-256.'],
	['another digest', withByte(33, DIGEST[0]! ^ 1), 'The .ots file is for another digest.'],
	['bytes after its end', Buffer.concat([encodeOtsFile(appended(1)), Buffer.of(0)]), 'The proof has bytes after its end.'],
	['its last byte missing', encodeOtsFile(appended(1)).subarray(0, -1), 'The proof ends too early.'],
])('refuses a file with %s', (_, file, message) => {
	expect(() => parseOts(file, DIGEST)).toThrow(message);
});

/** A timestamp of this many nested hashes, whose result is attested. */
function nestedHashes(count: number): Buffer {
	return Buffer.concat([Buffer.alloc(count, 0x08), Buffer.of(0x00), Buffer.alloc(8, 0xff), Buffer.of(0)]);
}

it('reads 256 nested operations, and refuses more', () => {
	expect(collectAttestations(parseTimestamp(nestedHashes(256), DIGEST))).toHaveLength(1);
	expect(() => parseTimestamp(nestedHashes(257), DIGEST)).toThrow('The proof is nested too deeply.');
});

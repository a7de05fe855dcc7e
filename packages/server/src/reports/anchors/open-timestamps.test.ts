import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { collectAttestations, encodeOtsFile, parseOts, type Timestamp } from './open-timestamps.ts';

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

import { expect, it } from 'vitest';
import { CompressibleBody } from './answer.ts';

it('packs a body once for each encoding, and a short one never', () => {
	const body = new CompressibleBody(Buffer.from('word '.repeat(1_000)));
	const packing = body.encodingFor('gzip, br');
	expect(packing).toBe('br');
	expect(body.bytesFor(packing)).toBe(body.bytesFor('br'));
	expect(body.bytesFor('br').length).toBeLessThan(body.bytes.length);
	expect(body.bytesFor(undefined)).toBe(body.bytes);
	expect(new CompressibleBody(Buffer.from('short')).encodingFor('gzip, br')).toBeUndefined();
});

import { expect, it } from 'vitest';
import { Packed } from './answer.ts';

it('packs a body once for each encoding, and a short one never', () => {
	const body = new Packed(Buffer.from('word '.repeat(1_000)));
	const packing = body.packingFor('gzip, br');
	expect(packing).toBe('br');
	expect(body.packed(packing)).toBe(body.packed('br'));
	expect(body.packed('br').length).toBeLessThan(body.bytes.length);
	expect(body.packed(undefined)).toBe(body.bytes);
	expect(new Packed(Buffer.from('short')).packingFor('gzip, br')).toBeUndefined();
});
